import { anonClient } from './backend';
import { expect, test } from './fixtures';

test.describe('an admin', () => {
  test.use({ who: 'admin' });

  test('reads who changed what, and cannot change that', async ({
    page,
    account,
    baseURL,
    service,
    name,
  }) => {
    const client = await anonClient(baseURL ?? '');
    await client.auth.signInWithPassword(account);
    const award = { organization: name, title_en: name, year: 2018, category: 'honorary' } as const;
    const { data: made } = await client
      .from('awards')
      .insert(award)
      .select()
      .single()
      .throwOnError();
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
});
