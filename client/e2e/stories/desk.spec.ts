import { readFile } from 'node:fs/promises';
import { anonClient, makeOrder } from '../backend';
import { expect, test } from '../fixtures';
import { makeMessage } from '../messages';

test.use({ who: 'admin' });

test('the dashboard shows what comes in, how old an unanswered message is, and the orders of a day', async ({
  page,
  service,
  name,
}) => {
  const early = await makeOrder(service, `${name} early`);
  await service.from('book_orders').update({ confirmed: true }).eq('id', early.id).throwOnError();
  await makeMessage(service, name, { hoursAgo: 50 });
  await page.goto('/admin/dashboard?lang=en');
  const latest = page.getByRole('region', { name: 'Latest' });
  const link = (which: string) => latest.getByRole('link').filter({ hasText: `${name} ${which}` });
  await expect(link('early')).toBeVisible();
  await expect(link('early').getByText('New')).toBeHidden(); // on the first visit everything is old
  await makeOrder(service, `${name} late`);
  await expect(link('late').getByText('New')).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\+?\) Dashboard$/);
  await latest.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(link('late').getByText('New')).toBeHidden();

  await page.getByText('As a table').click();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: /[1-9]\d* MAD/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Confirmed [1-9]/ })).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Waiting for an answer' });
  await expect(waiting.locator('[data-age="overdue"]').first()).toBeVisible();
  await page.getByRole('link', { name: /^Speaking inquiries/ }).click();
  await expect(page.getByRole('combobox', { name: 'Form' })).toHaveValue('speaking');
});

test('three messages are gone through by the keyboard alone', async ({ page, service, name }) => {
  const names = ['one', 'two', 'three'].map((each) => `${name} ${each}`);
  await Promise.all(names.map((each, hoursAgo) => makeMessage(service, each, { hoursAgo })));
  const [first = '', second = '', third = ''] = names;
  const drawer = (of: string) => page.getByRole('dialog', { name: of });
  await page.goto(`/admin/contact?lang=en&q=${encodeURIComponent(name)}`);
  await expect(page.getByText('1-3 of 3')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(drawer(first)).toBeFocused();
  await page.keyboard.press('e');
  await expect(drawer(first).getByText(`${first}: responded`)).toBeVisible();
  await page.keyboard.press('j');
  await expect(drawer(second).getByText('Marked as read.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(drawer(second).getByText(`${second}: new`)).toBeVisible();
  await page.keyboard.press('j');
  await expect(drawer(third)).toBeVisible();
  await page.keyboard.press('r');
  await expect(drawer(third).getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(third)).toBeHidden();
  const status = async () => {
    const { data } = await service
      .from('contact_submissions')
      .select('name, status')
      .in('name', [first, second])
      .order('name')
      .throwOnError();
    return data.map((each) => each.status);
  };
  await expect.poll(status).toEqual(['responded', 'new']);
});

test('inquiries are deleted together, and one is restored from the trash', async ({
  page,
  service,
  name,
}) => {
  for (const which of ['one', 'two']) await makeMessage(service, `${name} ${which}`);
  await makeOrder(service, `${name}, buyer`);
  await page.goto(`/admin/form-submissions?lang=en&q=${encodeURIComponent(name)}`);
  await expect(page.getByText('1-3 of 3')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFForm Type,Name,Email,Date,Status');
  expect(lines[1]).toMatch(
    new RegExp(`^Book order,"${name}, buyer",buyer@example\\.org,[\\d/]{10},pending$`),
  );
  expect(lines[2]).toMatch(new RegExp(`^Contact,${name} two,amal@example\\.org,`));
  await page.getByRole('combobox', { name: 'Form' }).selectOption('Book order');
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1-3 of 3')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 inquiries are in the trash.')).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: `Delete for good: ${name} one` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('button', { name: `Restore ${name} two` }).click();
  await expect(page.getByText('Nothing in the trash matches.')).toBeVisible();
  await page.goto(`/admin/form-submissions?lang=en&q=${encodeURIComponent(name)}`);
  await expect(page.getByText('1-2 of 2')).toBeVisible();
});

test('the audit log says who changed what, and cannot change that', async ({
  page,
  account,
  baseURL,
  service,
  name,
}) => {
  const client = await anonClient(baseURL ?? '');
  await client.auth.signInWithPassword(account);
  const award = { organization: name, title_en: name, year: 2018, category: 'honorary' } as const;
  const { data: made } = await client.from('awards').insert(award).select().single().throwOnError();
  await client.from('awards').update({ year: 2019 }).eq('id', made.id).throwOnError();
  await client.from('awards').delete().eq('id', made.id).throwOnError();

  await test.step('the three entries, newest first', async () => {
    await page.goto('/admin/audit-log?lang=en');
    await page.getByLabel('Who').selectOption({ label: account.email });
    const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await expect(entries).toHaveCount(3);
    await expect(entries.nth(0)).toContainText(`DeletedAwards${name}`);
    await expect(entries.nth(1)).toContainText('YearBefore: 2018After: 2019');
    await expect(entries.nth(2)).toContainText('Added');
  });

  await test.step('narrowed by the keyboard, and kept over a reload', async () => {
    await page.getByRole('radio', { name: 'All' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Changed' })).toBeFocused();
    const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
    await expect(entries).toHaveCount(1);
    await page.reload();
    await expect(entries).toHaveCount(1);
  });

  await test.step('refused to all who would rewrite it', async () => {
    for (const backend of [client, service]) {
      const erased = await backend.from('audit_log').delete().eq('row_id', made.id);
      expect(erased.error?.code).toBe('42501');
    }
  });
});
