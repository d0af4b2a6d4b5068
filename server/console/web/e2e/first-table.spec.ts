import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, folder, signIn, test } from './fixtures.ts';

/** A person's clicks, keys and filled fields from an empty folder to a tested policy: below 40. */
const mostSteps = 40;

test('from an empty folder to a protected row and a passing test of its policy', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const count = () => {
      const before = Number(sessionStorage.getItem('steps') ?? '0');
      sessionStorage.setItem('steps', String(before + 1));
    };
    // A field that is filled in is one input, as is a choice from a list; a checkbox is clicked.
    for (const kind of ['click', 'keydown', 'input'])
      document.addEventListener(
        kind,
        (event) => {
          const isBox =
            event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
          if (event.isTrusted && !(kind === 'input' && isBox)) count();
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

  // its test: the draft says who sees the row of a user
  await page.getByRole('link', { name: '+ Test' }).click();
  await expect(page.getByRole('textbox', { name: 'policies/todos_test.sql' })).toContainText(
    'as stranger@example.org: sees nothing',
  );
  await page.getByRole('button', { name: 'Save and run' }).click();
  await expect(page.getByText(/^All \d+ expectations hold\.$/)).toBeVisible();
  await expect(page.getByText('owner@example.org sees 1')).toBeVisible();
  expect(readFileSync(join(folder, 'policies/todos_test.sql'), 'utf8')).toContain(
    '-- as owner@example.org: sees 1',
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
  const id = await page.getByRole('definition').first().getByRole('code').innerText();
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

  // ben does not see it
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: 'ben@example.org' }).click();
  await page.getByRole('button', { name: 'Act as this user' }).click();
  await page.getByRole('link', { name: 'public.todos' }).click();
  await expect(page.getByText('ben@example.org sees no row.')).toBeVisible();
  const copied = 2; // of the id of ann: select and copy
  const steps = Number(await page.evaluate(() => sessionStorage.getItem('steps'))) + copied;
  expect(steps).toBeGreaterThan(20); // they are counted
  expect(steps).toBeLessThan(mostSteps);
});

test('policies: the matrix, a lint with its page, the explainer, and the form that mends', async ({
  page,
}) => {
  await signIn(page);
  await page.getByRole('link', { name: 'SQL' }).click();
  await page.getByRole('textbox', { name: 'SQL editor' }).fill(
    `create table if not exists public.letters (id int primary key, title text);
    alter table public.letters enable row level security;
    grant select on public.letters to authenticated;
    insert into public.letters values (7, 'Dear Ann') on conflict do nothing;`,
  );
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'INSERT 0' })).toBeVisible();

  await page.getByRole('link', { name: 'Policies', exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'letters' }) });
  await expect(row.getByRole('cell').nth(0)).toHaveText('–'); // anon
  await expect(row.getByRole('cell').nth(4)).toHaveText('no row'); // authenticated
  await row.getByRole('button', { name: 'letters' }).click();
  await page.getByRole('button', { name: 'rls_enabled_no_policy' }).click();
  await expect(page.getByRole('dialog')).toContainText('To mend it');
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Explainer' }).click();
  await page.getByLabel('Why does').fill('authenticated');
  await page.getByLabel('not see the row id =').fill('7');
  await page.getByRole('button', { name: 'Explain' }).first().click();
  const explanation = page.getByRole('region', { name: 'Explanation' });
  await expect(explanation).toContainText('no policy for select applies to role authenticated');
  await explanation.getByRole('link', { name: 'Mend it in a form' }).click();
  await page.getByLabel('Which rows').selectOption('true');
  await page.getByLabel('In words').fill('Users see all letters.');
  await page.getByRole('button', { name: 'Write policy' }).click();
  await expect(page.getByText('Written to policies/letters.sql, and applied.')).toBeVisible();

  await page.goto('/_/policies');
  await expect(row.getByRole('cell').nth(4)).toHaveText('every row');
  await row.getByRole('button', { name: 'letters' }).click();
  await page
    .getByRole('link', { name: /^policies\/letters\.sql:\d+$/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'policies/letters.sql' })).toBeVisible();
});
