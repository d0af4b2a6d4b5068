import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import type { Backend } from './backend';

const languages = ['en', 'fr', 'ar'];

// Not in the phone project: the same on every device.
test.describe('documents', () => {
  for (const name of ['media-kit', 'speaker-sheet', 'sponsor-deck']) {
    test(`the ${name} is rendered in three languages`, async ({ request }) => {
      for (const language of languages) {
        const answer = await request.get(`/downloads/${name}.${language}.pdf`);
        expect(answer.status()).toBe(200);
        expect(answer.headers()['content-disposition']).toContain(`${name}-${language}.pdf`);
        const file = await answer.body();
        expect(file.subarray(0, 5).toString()).toBe('%PDF-');
        expect(file.byteLength).toBeLessThan(300_000);
      }
    });
  }

  test('every page has an existing preview image', async ({ page, request }) => {
    for (const path of ['/', '/story', '/book', '/achievement/k2']) {
      await page.goto(`${path}?lang=ar`);
      const address = await page.locator('meta[property="og:image"]').getAttribute('content');
      const picture = await request.get(new URL(address ?? '').pathname);
      expect([path, picture.status(), picture.headers()['content-type']]).toEqual([
        path,
        200,
        'image/png',
      ]);
    }
  });

  test('a receipt needs the e-mail of the order', async ({ anon, name }) => {
    const order = await placeOrder(anon, name);
    const ask = (contact: string) =>
      anon.functions.invoke('order-receipt', {
        body: { order_number: order, contact, language: 'ar' },
      });
    const { data } = await ask('+212 612 345 678');
    expect(data).toBeInstanceOf(Blob);
    expect(await (await ask('0612345679')).error?.context.json()).toMatchObject({
      code: 'not_found',
    });
  });

  test('a receipt is mailed only to the address of the order', async ({ anon, name }) => {
    const order = await placeOrder(anon, name);
    for (const email of ['somebody@example.org', 'Amal@example.org']) {
      const body = { order_number: order, email, language: 'fr' };
      const { data } = await anon.functions.invoke('send-receipt', { body });
      expect(data).toEqual({ accepted: true });
    }
    await expect.poll(() => receiptsOf(order)).toEqual(['To: <amal@example.org>']);
  });
});

async function placeOrder(anon: Backend, buyer: string): Promise<string> {
  const order = `BO${Date.now()}${Math.floor(Math.random() * 1000)}`;
  await anon
    .from('book_orders')
    .insert({
      order_number: order,
      buyer_name: buyer,
      buyer_email: 'amal@example.org',
      buyer_phone: '06 12 34 56 78',
      shipping_address: '12, rue Ibn Sina',
      shipping_city: 'Rabat',
      total_amount: 0,
      edition: 'ar',
    })
    .throwOnError();
  return order;
}

/** The recipients of receipts of an order: the development mailbox has a file for each e-mail. */
async function receiptsOf(order: string): Promise<string[]> {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'mailbox');
  const files = await readdir(folder).catch(() => []);
  const emails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFile(join(folder, file), 'utf8')),
  );
  return emails
    .filter((email) => email.includes(order) && email.includes('application/pdf'))
    .map((email) => /^To: .*$/m.exec(email)?.[0].trim() ?? '');
}
