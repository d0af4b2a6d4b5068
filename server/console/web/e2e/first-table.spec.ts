import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, folder, signIn, test } from './fixtures.ts';

/** A person's clicks from an empty folder to a protected row: 40 at most. */
const mostClicks = 40;

test('from an empty folder to a table with a protected row', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener(
      'click',
      () => {
        const before = Number(sessionStorage.getItem('clicks') ?? '0');
        sessionStorage.setItem('clicks', String(before + 1));
      },
      true,
    );
  });
  await signIn(page);
  await expect(page.getByText('There are no tables yet.')).toBeVisible();

  // the table
  await page.getByRole('link', { name: 'New table' }).click();
  await page.getByRole('textbox', { name: 'Name' }).first().fill('todos');
  await page.getByRole('button', { name: '+ Column of the user' }).click();
  await page.getByRole('button', { name: '+ Column', exact: true }).click();
  const title = page.getByRole('group', { name: 'Column 4' });
  await title.getByRole('textbox', { name: 'Name' }).fill('title');
  await title.getByLabel('not null').check();
  await expect(page.getByLabel('SQL', { exact: true })).toContainText('title text not null');
  await page.getByRole('button', { name: 'Create table' }).click();

  // the policy
  await expect(page.getByText(/no policy lets a row pass/)).toBeVisible();
  await page.getByRole('button', { name: '+ Policy' }).click();
  await page.getByLabel('In words').fill('Users see their own todos.');
  await expect(page.getByLabel('SQL', { exact: true })).toContainText('todos_select_own');
  await page.getByRole('button', { name: 'Write policy' }).click();
  await expect(page.getByText('Written to policies/todos.sql, and applied.')).toBeVisible();
  expect(readFileSync(join(folder, 'schema/0001_create_todos.sql'), 'utf8')).toContain(
    'create table public.todos',
  );
  expect(readFileSync(join(folder, 'policies/todos.sql'), 'utf8')).toContain(
    'create policy todos_select_own on public.todos for select to authenticated',
  );

  // two users
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  for (const name of ['ann', 'ben']) {
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(`${name}@example.org`);
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('button', { name: `${name}@example.org` })).toBeVisible();
  }
  await page.getByRole('button', { name: 'ann@example.org' }).click();
  const id = await page.getByRole('definition').first().innerText();
  await page.getByRole('button', { name: 'Close' }).click();

  // her row, added by the owner
  await page.getByRole('link', { name: 'Tables' }).click();
  await page.getByRole('link', { name: 'public.todos' }).click();
  await page.getByRole('button', { name: 'Insert' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('user_id', { exact: true }).fill(id);
  await form.getByLabel('title', { exact: true }).fill('Buy mint');
  await form.getByRole('button', { name: 'Insert' }).click();
  await expect(page.getByRole('gridcell', { name: 'Buy mint' })).toBeVisible();

  // ben does not see it, ann does
  const become = async (name: string) => {
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('button', { name: `${name}@example.org` }).click();
    await page.getByRole('button', { name: 'Act as this user' }).click();
    await page.getByRole('link', { name: 'public.todos' }).click();
  };
  await become('ben');
  await expect(page.getByText('ben@example.org sees no row.')).toBeVisible();
  await become('ann');
  await expect(page.getByRole('gridcell', { name: 'Buy mint' })).toBeVisible();
  const clicks = Number(await page.evaluate(() => sessionStorage.getItem('clicks')));
  expect(clicks).toBeLessThanOrEqual(mostClicks);
});
