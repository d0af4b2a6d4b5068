import type { Page } from '@playwright/test';
import { overflow, smallTargets, violations } from './axe.ts';
import { execute, expect, serviceKey, signIn, test, write } from './fixtures.ts';

const schema = `create table if not exists public.peaks (id int primary key, name text not null, seen bool, facts jsonb);
  truncate public.peaks;
  insert into public.peaks select n, 'Peak ' || n, n % 2 = 0, '{"n": 1}' from generate_series(1, 40) n;`;

test('with the keyboard alone: palette, cells, undo, rows, a dialog, SQL', async ({ page }) => {
  await signIn(page);
  await execute(page, schema, 'INSERT 0 40');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Control+k');
  await expect(page.getByPlaceholder('Go to a screen')).toBeFocused();
  await page.keyboard.type('peaks');
  await expect(page.getByRole('option', { name: 'public.peaks' })).toBeVisible();
  await press('Enter');
  const grid = page.getByRole('grid', { name: 'public.peaks' });
  await expect(grid).toBeFocused();
  await expect(page.getByRole('button', { name: '40 rows' })).toBeVisible(); // counted: they are few

  // typing replaces, Tab saves and goes on, Ctrl+Z takes the edits back one by one
  const cell = (row: number, column: number) =>
    grid.getByRole('row').nth(row).getByRole('gridcell').nth(column);
  await press('ArrowDown', 'ArrowRight');
  await page.keyboard.type('Toubkal');
  await press('Tab');
  await expect(cell(2, 2)).toHaveText('Toubkal');
  await expect(grid).toBeFocused();
  await press('Enter', 'ArrowDown', 'Enter'); // of the choice of a boolean
  await expect(cell(2, 3)).toHaveText('false');
  await press('Escape');
  await press('ArrowLeft', 'Enter', 'End');
  await page.keyboard.type(', lost');
  await press('Escape');
  await expect(cell(2, 2)).toHaveText('Toubkal');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await press('Control+z');
  await expect(cell(2, 3)).toHaveText('true');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await press('Control+z');
  await expect(cell(2, 2)).toHaveText('Peak 2');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();

  // a row is selected, and a header sorts
  await press('Shift+Space');
  await expect(page.getByRole('button', { name: 'Delete 1 row' })).toBeVisible();
  await press('Shift+Space', 'Tab', 'Enter');
  await expect(grid.getByRole('columnheader', { name: /id/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  // a dialog begins with its first field, and gives the focus back
  const insert = page.getByRole('button', { name: 'Insert' });
  await insert.focus();
  await press('Enter');
  await expect(page.getByLabel('What id gets')).toBeFocused();
  await press('Escape');
  await expect(insert).toBeFocused();
  await grid.focus();
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
  await expect(page.getByLabel('Value')).toBeFocused();
  await press('Escape');
  await expect(grid).toBeFocused();

  // SQL, and out of the editor again
  await press('Control+k');
  await page.keyboard.type('sql');
  await press('Enter');
  await write(page, 'select 42 as answer');
  await press('Control+Enter');
  await expect(page.getByRole('grid', { name: 'Result' })).toContainText('42');
  await press('Tab');
  await expect(page.getByRole('textbox', { name: 'SQL editor' })).not.toBeFocused();

  // tabs: the arrows choose
  await page.goto('/_/policies');
  await page.getByRole('tab', { name: 'Rights' }).focus();
  await press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Lints/ })).toBeFocused();
  await expect(page).toHaveURL(/view=findings/);
});

test('a server that is away: screens say so, keep what is entered, and go on', async ({
  page,
  context,
}) => {
  await signIn(page);
  await execute(page, schema, 'INSERT 0 40');
  await page.goto('/_/tables/public/peaks');
  const grid = page.getByRole('grid', { name: 'public.peaks' });
  const name = grid.getByRole('row').nth(1).getByRole('gridcell').nth(2);
  await expect(name).toHaveText('Peak 1');
  await context.setOffline(true);
  await name.dblclick();
  await page.getByRole('textbox', { name: 'name' }).fill('Kept');
  await page.keyboard.press('Enter');
  await expect(page.getByText('One edit is not saved.')).toBeVisible();
  await expect(page.getByText('It is asked again every 2 seconds')).toBeVisible();
  await expect(name).toHaveText('Kept');
  await context.setOffline(false);
  await expect(page.getByText('It is asked again every 2 seconds')).toBeHidden();
  await page.getByRole('button', { name: 'Save again' }).click();
  await expect(page.getByText('One edit is not saved.')).toBeHidden();
  await page.reload();
  await expect(name).toHaveText('Kept');

  // a screen that was opened meanwhile comes when the server does
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('searchbox').fill('nobody@example.org');
  await expect(page.getByRole('alert')).toContainText('The server does not answer.');
  await context.setOffline(false);
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();

  // an ended session asks for a sign-in over the screen
  await page.getByRole('link', { name: 'SQL' }).click();
  await write(page, 'select 1 as kept');
  await context.clearCookies();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('Service key', { exact: true })).toBeFocused();
  await page.keyboard.type(serviceKey());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'SQL editor' })).toContainText('select 1 as kept');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('grid', { name: 'Result' })).toContainText('kept');
});

/** The screens, each with a heading that it alone has, or the tab that it chooses. */
const screens = [
  ['/tables', 'Tables'],
  ['/tables/new', 'New table'],
  ['/tables/public/peaks', 'public.peaks'],
  ['/tables/public/peaks/structure', 'Indexes'],
  ['/diagram', 'Diagram'],
  ['/routines', 'DB functions'],
  ['/sql', 'SQL'],
  ['/policies', 'Rights'],
  ['/policies?view=findings', /^Lints/],
  ['/policies?view=explain', 'Explainer'],
  ['/policies?view=tests&table=public.peaks', /^Tests/],
  ['/users', 'Users'],
  ['/storage', 'Storage'],
  ['/realtime', 'Realtime'],
  ['/functions', 'Functions'],
  ['/jobs', 'Jobs'],
  ['/mail', 'Mail'],
  ['/mail/templates', 'Templates'],
  ['/logs', 'Logs'],
  ['/docs', 'API docs'],
  ['/settings', 'Settings'],
] as const;

/** Shows a screen as the back button does: loading the console again for each would take most of the time. */
async function show(page: Page, path: string, name: string | RegExp): Promise<void> {
  await page.evaluate((address) => {
    window.history.pushState({}, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, `/_${path}`);
  const shown = path.startsWith('/policies')
    ? page.getByRole('tab', { name, selected: true })
    : page.getByRole('heading', { name, exact: true });
  await expect(shown).toBeVisible();
}

test('every screen: no violation that axe finds, in light and dark, and none too wide for a phone', async ({
  page,
}) => {
  await page.goto('/_/');
  await expect(page.getByLabel('Service key', { exact: true })).toBeVisible();
  const found: string[] = (await violations(page)).map((v) => `sign-in ${v}`);
  await signIn(page);
  await execute(page, schema, 'INSERT 0 40');
  await page.evaluate(() => sessionStorage.clear()); // the draft: the editor is looked at empty
  const sizes = {
    wide: page.viewportSize() ?? { width: 1280, height: 800 },
    phone: { width: 360, height: 740 },
  };
  for (const [path, name] of screens) {
    const add = (what: string[]) => found.push(...what.map((v) => `${path} ${v}`));
    await show(page, path, name);
    await expect(page.getByText('Loading …')).toHaveCount(0);
    add(await violations(page));
    await page.emulateMedia({ colorScheme: 'dark' });
    add(await violations(page, ['color-contrast']));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(sizes.phone);
    add(await smallTargets(page));
    const wider = await overflow(page);
    if (wider > 0) add([`is ${wider} px too wide for a phone`]);
    await page.setViewportSize(sizes.wide);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'public.peaks' })).toBeVisible();
  found.push(...(await violations(page)).map((v) => `palette ${v}`));
  await page.keyboard.press('Escape');
  await show(page, '/tables/public/peaks', 'public.peaks');
  await page.getByRole('button', { name: 'Insert' }).click();
  found.push(...(await violations(page)).map((v) => `dialog ${v}`));
  expect(found).toEqual([]);
});
