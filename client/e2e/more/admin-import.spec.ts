import { readFile } from 'node:fs/promises';
import { overflow, violations } from '../accessible';
import { expect, test } from '../fixtures';

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

test('orders are imported from a file, once, and what was exported too', async ({
  page,
  service,
  name,
}) => {
  const [, mark = ''] = name.split(' ');
  const digits = String(Number.parseInt(mark, 16)).padStart(8, '0').slice(-8);
  const email = `${mark}@example.org`;
  const lines = [
    'Nom;Adresse e-mail;Téléphone;Exemplaires;Montant;État;Commandée le;Payée le',
    `${name} Zoé;${email};6${digits};2;558,50;Livrée;02/01/2025;03/01/2025`,
    `${name} Zoé;${email};06${digits};2;558,50;Livrée;02/01/2025 10:00;`,
    `${name} Zoé;${email};12;1;;;;`,
  ];
  // As French Excel writes it: semicolons and Windows-1252, where the accent is one byte.
  const buffer = Buffer.from(lines.join('\r\n'), 'latin1');
  const give = (file: Buffer) =>
    page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'commandes.csv', mimeType: 'text/csv', buffer: file });
  await page.goto(`/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await give(buffer);
  await expect(page.getByText('1 order can be imported.')).toBeVisible();
  await expect(page.getByText('The stock stays as it is.')).toBeVisible();
  await expect(page.getByText('1 is here already, and is left out (line 3).')).toBeVisible();
  await expect(page.getByText(/^Line 4, Phone:/)).toBeVisible();
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 order' }).click();
  await expect(page.getByText('1 order was imported.')).toBeVisible();
  const stored = service.from('book_orders').select('*').eq('buyer_email', email);
  expect((await stored.throwOnError()).data).toMatchObject([
    {
      buyer_name: `${name} Zoé`,
      buyer_phone: `+2126${digits}`,
      quantity: 2,
      total_amount: 558.5,
      order_status: 'fulfilled',
      confirmed: true,
      paid: true,
      fulfilled: true,
      language: null,
    },
  ]);
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const exported = await readFile(await file.path());
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await give(exported);
  await expect(page.getByText('0 orders can be imported.')).toBeVisible();
  await expect(page.getByText('1 is here already, and is left out (line 2).')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Lines with errors' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();

  const [order] = (await stored.throwOnError()).data;
  await page.goto(`/admin/book-orders?lang=en&open=${order?.id ?? ''}`);
  await expect(page.getByRole('dialog').getByText('Imported', { exact: true })).toBeVisible();
});
