import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { execute, expect, folder, serviceKey, signIn, test } from './fixtures.ts';

test('diagram, realtime and API docs of a table', async ({ page, context }) => {
  await signIn(page);
  await execute(
    page,
    `drop table if exists public.books, public.authors;
    create table public.authors (id int primary key, name text);
    create table public.books (id int primary key, author_id int references public.authors, title text);
    alter publication supabase_realtime add table public.books;
    grant all on public.books to service_role;
    insert into public.books values (1, null, 'Annapurna');`,
    'INSERT 0 1',
  );

  await page.getByRole('link', { name: 'Diagram' }).click();
  const diagram = page.locator('.diagram');
  await expect(diagram.getByText('author_id', { exact: true })).toBeVisible(); // of the edge
  await expect(diagram.getByText('id uuid').first()).toBeVisible();
  await diagram.getByText('authors', { exact: true }).dblclick();
  await expect(page).toHaveURL(/tables\/public\/authors\/structure/);

  // the service role hears a broadcast and a change, and another page sees it listen
  await page.getByRole('combobox', { name: 'Run statements as' }).selectOption('service_role');
  await page.getByRole('link', { name: 'Realtime' }).click();
  await page.getByLabel('Channel').fill('climbers');
  await page.getByLabel('Changes of a table').fill('public.books');
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByText('Listening as service_role')).toBeVisible();
  await page.getByLabel('Event').fill('summit');
  await page.getByLabel('Payload, JSON').fill('{"height": 8091}');
  await page.getByRole('button', { name: 'Broadcast' }).click();
  await expect(page.getByRole('cell', { name: /"height":8091/ })).toBeVisible();

  const other = await context.newPage();
  await other.goto('/_/realtime');
  await other.getByRole('tab', { name: 'Subscriptions' }).click();
  const row = other.getByRole('row').filter({ hasText: 'climbers' });
  await expect(row).toContainText('service_role');
  await expect(row).toContainText('* public.books');
  await expect(other.getByText('Of the node that answers')).toBeVisible();
  await execute(other, `insert into public.books values (2, null, 'Eiger');`, 'INSERT 0 1');
  await expect(page.getByRole('cell', { name: /Eiger/ })).toBeVisible();
  await other.close();

  await page.getByRole('link', { name: 'API docs' }).click();
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption('books');
  await expect(page.getByLabel('Example', { exact: true })).toContainText("from('books')");
  await page.getByRole('tab', { name: 'curl' }).click();
  await expect(page.getByLabel('Example', { exact: true })).toContainText('/rest/v1/books');
  await page.getByRole('button', { name: 'Try as service_role' }).click();
  await expect(page.getByLabel('Answer', { exact: true })).toContainText('Annapurna');
});

test('functions, schedules and templates of mail', async ({ page }) => {
  mkdirSync(join(folder, 'functions/hello'), { recursive: true });
  writeFileSync(
    join(folder, 'functions/hello/index.ts'),
    `Deno.serve(() => new Response('hello'));`,
  );
  await signIn(page);
  await execute(
    page,
    `create extension if not exists pg_cron;
    select cron.schedule('tidy', '0 0 1 1 *', 'select 1');`,
    'SELECT 1',
  );

  await page.getByRole('link', { name: 'Functions', exact: true }).click();
  const hello = page.getByRole('row').filter({ hasText: 'hello' });
  await expect(hello).toContainText('TypeScript');
  await page.request.post('/functions/v1/hello', {
    headers: { Authorization: `Bearer ${serviceKey()}` },
  });
  await expect(hello.getByRole('cell').nth(3)).toHaveText('1');
  await hello.getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText('functions/hello/index.ts');
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Schedules' }).click();
  const tidy = page.getByRole('row').filter({ hasText: 'tidy' });
  await tidy.getByRole('button', { name: 'Run now' }).click();
  await expect(tidy).toContainText('succeeded');
  await tidy.getByRole('button', { name: 'Switch off' }).click();
  await expect(tidy.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await expect(tidy.getByRole('button', { name: 'Run now' })).toBeHidden();

  await page.getByRole('link', { name: 'Mail' }).click();
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('magic_link');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  const message = page.frameLocator('iframe');
  await expect(message.getByText('123456')).toBeVisible();
  await expect(message.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: 'Send to operator@localhost' }).click();
  await expect(page.getByText('Sent to operator@localhost.')).toBeVisible();
  await page.getByRole('link', { name: 'Outbox' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'operator@localhost' })).toContainText(
    'magic_link',
  );
});

test('a key and a function by their forms', async ({ page }) => {
  await signIn(page);
  await execute(
    page,
    `drop table if exists public.routes, public.peaks cascade;
    create table public.peaks (id int primary key, name text);
    create table public.routes (id int primary key, peak_id int, name text);`,
    'CREATE TABLE',
  );
  await page.goto('/_/tables/public/routes/structure');
  await page.getByRole('button', { name: '+ Key or check' }).click();
  await page.getByRole('combobox', { name: 'Column' }).selectOption('peak_id');
  await page.getByRole('combobox', { name: 'References' }).selectOption('public.peaks');
  await page.getByRole('combobox', { name: 'on delete' }).selectOption('cascade');
  await page.getByRole('button', { name: 'Write migration' }).click();
  const keys = page.getByRole('region', { name: 'Keys and checks' });
  await expect(keys).toContainText('REFERENCES peaks(id) ON DELETE CASCADE');
  await keys.getByRole('button', { name: 'Drop routes_peak_id_fkey' }).click();
  await page.getByRole('button', { name: 'Write migration' }).click();
  await expect(keys).not.toContainText('REFERENCES');

  await page.getByRole('link', { name: 'DB functions' }).click();
  await page.getByRole('button', { name: 'New function' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('routes_of');
  await page.getByRole('combobox', { name: 'Returns' }).fill('setof public.routes');
  await page.getByRole('button', { name: '+ Argument' }).click();
  const argument = page.getByRole('group', { name: 'Argument 1' });
  await argument.getByRole('textbox', { name: 'Name' }).fill('peak');
  await argument.getByRole('combobox', { name: 'Type' }).fill('int');
  await page.getByLabel('Body').fill('select * from public.routes where peak_id = peak');
  await page.getByRole('button', { name: 'Write migration' }).click();
  await expect(page.getByText(/^Written to schema\/\d+_function_routes_of\.sql/)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'routes_of' });
  await expect(row).toContainText('authenticated, service_role');

  // replaced, from its definition
  await row.getByRole('button').click();
  const text = page.getByLabel('SQL of the migration');
  await expect(text).toHaveValue(/^CREATE OR REPLACE FUNCTION public\.routes_of\(peak integer\)/);
  await text.fill((await text.inputValue()).replace('STABLE', 'STABLE SECURITY DEFINER'));
  await page.getByRole('button', { name: 'Write migration' }).click();
  await expect(row).toContainText('its owner');
});
