import { execute, expect, signIn, test, write } from './fixtures.ts';

test('the grid: filter, sort, edit, nulls, a reference', async ({ page }) => {
  await signIn(page);
  await execute(
    page,
    `create table if not exists public.cities (name text primary key);
    create table if not exists public.people (id int primary key, city text references public.cities, age int, data jsonb);
    truncate public.cities cascade;
    insert into public.cities values ('Oslo'), ('Rabat');
    insert into public.people select n, case when n % 2 = 0 then 'Rabat' else 'Oslo' end, n % 90, '{"n": 1}' from generate_series(1, 1000) n;`,
    'INSERT 0 1000',
  );

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Go to a screen').fill('people');
  await expect(page.getByRole('option', { name: 'public.people' })).toBeVisible();
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid', { name: 'public.people' });
  await expect(grid.getByRole('row').nth(1)).toContainText('Oslo');

  // filter and sort are in the address
  await page.getByRole('button', { name: '+ Filter' }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('age');
  await page.getByLabel('Operator').selectOption('gt');
  await page.getByLabel('Value').fill('87');
  await page.getByRole('button', { name: 'Apply' }).click();
  await grid
    .getByRole('columnheader', { name: /^Primary key id/ })
    .getByRole('button')
    .click();
  await grid
    .getByRole('columnheader', { name: /^Primary key id/ })
    .getByRole('button')
    .click();
  await expect(grid.getByRole('row').nth(1)).toContainText('989');
  await page.reload();
  await expect(grid.getByRole('row').nth(1)).toContainText('989');

  // keys: down, right to the age, edit, null
  await grid.focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter'])
    await page.keyboard.press(key);
  await page.getByRole('textbox', { name: 'age' }).fill('88');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('row').nth(2).getByRole('gridcell').nth(3)).toHaveText('88');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Backspace');
  await expect(grid.getByRole('row').nth(2)).toContainText('NULL');

  // JSON in a dialog
  await grid.getByRole('row').nth(1).getByRole('gridcell').nth(4).dblclick();
  await page.getByLabel('Value').fill('{"n": 2}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText('{"n": 2}');

  // the row that a key references
  await grid
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: 'Show the row of public.cities' })
    .click();
  await expect(page.getByRole('grid', { name: 'public.cities' })).toContainText('Oslo');

  // to the last page
  await page.goto('/_/tables/public/people');
  await grid.focus();
  const toTheEnd = async () => {
    await page.keyboard.press('Control+End'); // of what is loaded; the next page follows
    return grid.getByRole('gridcell', { name: '1000', exact: true }).isVisible();
  };
  await expect.poll(toTheEnd).toBe(true);
  await page.getByRole('button', { name: 'Last rows' }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText('1000');

  // a file: the row that is refused is named, and none is added
  const importFile = async (csv: string) => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByRole('button', { name: 'Import' }).click();
    return dialog;
  };
  const refused = await importFile('id,city\n2001,Oslo\n2002,Atlantis\n');
  await expect(refused.getByRole('alert')).toContainText('Line 3: ');
  await refused.getByRole('button', { name: 'Cancel' }).click();
  const added = await importFile('id,city\n2002,Rabat\n');
  await expect(added.getByText('1 row is imported.')).toBeVisible();
  await added.getByRole('button', { name: 'Close' }).last().click();
  await expect(grid.getByRole('row').nth(1)).toContainText('2002');
  await expect(grid.getByRole('row').nth(2)).toContainText('1000');
});

test('the SQL editor: an error, a plan, a chart, history', async ({ page }) => {
  await signIn(page);
  await page.getByRole('link', { name: 'SQL' }).click();
  const editor = page.getByRole('textbox', { name: 'SQL editor' });
  await write(page, 'select 1;\nselect nix;');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('42703');
  await expect(page.getByRole('alert')).toContainText('line 2, column 8');

  await write(page, 'select n, n * n as square from generate_series(1, 50) n');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('grid', { name: 'Result' })).toContainText('square');
  await page.getByRole('button', { name: 'Chart' }).click();
  await expect(
    page.getByRole('img', { name: 'Chart of n, square' }).locator('canvas'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByText('Function Scan')).toBeVisible();
  await page
    .getByRole('button', { name: /select nix/ })
    .first()
    .click();
  await expect(editor).toHaveText(/select nix/);
});
