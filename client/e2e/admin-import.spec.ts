import { overflow, violations } from './accessible';
import { expect, test } from './fixtures';

test.use({ who: 'admin', viewport: { width: 360, height: 740 } });

test('subscribers are imported from a file, once @once', async ({ page, service, name }) => {
  const tag = name.replace(' ', '').toLowerCase();
  await service
    .from('newsletter_subscribers')
    .insert({ email: `${tag}.known@example.org`, status: 'unsubscribed' })
    .throwOnError();
  const lines = [
    'Adresse e-mail;Langue;Statut',
    `${tag}.one@example.org;fr;confirmed`,
    `${tag}.known@example.org;fr;confirmed`,
    `${tag}.no;fr;`,
  ];
  // As French Excel writes it: semicolons and Windows-1252, where the accent is one byte.
  const buffer = Buffer.from(lines.join('\r\n').replace('Statut', 'État'), 'latin1');
  const give = () =>
    page.getByLabel('CSV file').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer });
  await page.goto('/admin/newsletter?lang=en');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await give();
  await expect(page.getByText('1 address can be imported.')).toBeVisible();
  await expect(page.getByText('1 is here already.')).toBeVisible();
  await expect(page.getByText(/^Line 4, E-mail:/)).toBeVisible();
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 address' }).click();
  await expect(page.getByText('1 address was imported.')).toBeVisible();
  const { data } = await service
    .from('newsletter_subscribers')
    .select('email, language, status')
    .like('email', `${tag}%`)
    .order('email')
    .throwOnError();
  expect(data).toEqual([
    { email: `${tag}.known@example.org`, language: 'en', status: 'unsubscribed' },
    { email: `${tag}.one@example.org`, language: 'fr', status: 'confirmed' },
  ]);
  await page.getByRole('button', { name: 'Give another file' }).click();
  await give();
  await expect(page.getByText('0 addresses can be imported.')).toBeVisible();
  await expect(page.getByText('2 are here already.')).toBeVisible();
});
