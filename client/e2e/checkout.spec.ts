import { makeOrder } from './backend';
import { expect, test } from './fixtures';

test(
  'the demonstration is found at the foot of the book, charges nothing and says so',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/book?lang=en');
    await page.getByRole('link', { name: 'Card checkout (demonstration)' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await expect(page.getByText('Demonstration: no card is charged')).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    const answers = {
      'Card number': '4000 0000 0000 0002',
      'Expiry date': '09/30',
      'Security code': '123',
      'Name on the card': 'Amal Idrissi',
      Address: '1, rue des Orangers',
      City: 'Rabat',
      'Postal code': '10000',
    };
    const form = page.getByRole('form', { name: 'Checkout' });
    for (const [label, text] of Object.entries(answers)) {
      await form.getByRole('textbox', { name: label, exact: true }).fill(text);
    }
    await form.getByRole('textbox', { name: 'E-mail' }).fill('amal@example.org');
    await form.getByRole('combobox', { name: 'Country' }).selectOption('UK');
    await form.getByRole('button', { name: /^Pay / }).dblclick();
    await expect(page.getByText(/^DEMO-[2-9A-Z]{6}$/)).toBeVisible();
    await expect(page.getByText('No card was charged and nothing was ordered.')).toBeVisible();
    expect(sent.filter((body) => body.includes('4000'))).toEqual([]);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain('4000');
  },
);

test(
  'an order is followed with its number and its phone',
  { tag: '@phone' },
  async ({ page, service, name, complaints }) => {
    complaints.expect(/404/);
    const order = await makeOrder(service, name);
    await service.from('book_orders').update({ confirmed: true }).eq('id', order.id).throwOnError();
    await page.goto(`/confirmation?lang=en&order=${order.order_number}`);
    await expect(page.getByText(order.order_number)).toBeVisible();
    await expect(page.getByText(name)).toBeHidden();

    const phone = page.getByRole('textbox', { name: 'Phone of the order' });
    await phone.fill('06 99 99 99 99');
    await page.getByRole('button', { name: 'Show the way' }).click();
    await expect(page.getByRole('alert')).toContainText('goes with this phone');
    await phone.fill('06 12 34 56 78');
    await page.getByRole('button', { name: 'Show the way' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Confirmed' })).toContainText(
      'reached',
    );
    await expect(page.getByRole('listitem').filter({ hasText: 'On its way' })).toContainText(
      'still ahead',
    );
  },
);

test('an unknown number is not thanked for, and has a way out', async ({ page, complaints }) => {
  complaints.expect(/404/);
  await page.goto('/confirmation?lang=en&order=BO12345678901234');
  await expect(page.getByRole('heading', { level: 1, name: 'Follow an order' })).toBeVisible();
  await expect(page.getByText('BO12345678901234')).toBeVisible();
  await expect(page.getByText('Thank you')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Phone of the order' }).fill('06 12 34 56 78');
  await page.getByRole('button', { name: 'Show the way' }).click();
  await expect(page.getByRole('alert')).toContainText('goes with this phone');
  await page.getByRole('main').getByRole('link', { name: 'write to me' }).click();
  await expect(page).toHaveURL(/\/contact/);
});

test('a receipt is downloaded only with the e-mail of the order', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/404/);
  const order = await makeOrder(service, name);
  await page.goto(`/confirmation?lang=fr&order=${order.order_number}`);
  const email = page.getByRole('textbox', { name: 'E-mail de la commande' });
  const button = page.getByRole('button', { name: 'Télécharger le reçu (PDF)' });
  await email.fill('stranger@example.org');
  await button.click();
  await expect(page.getByRole('alert')).toContainText('ne correspond à votre saisie');
  await email.fill('buyer@example.org');
  const download = page.waitForEvent('download');
  await button.click();
  expect((await download).suggestedFilename()).toBe(`${order.order_number}.pdf`);
  await page.getByRole('button', { name: 'Recevoir le reçu par e-mail' }).click();
  await expect(page.getByText(/le reçu est en route/)).toBeVisible();
});

test.describe('an address without a number', () => {
  for (const [query, sentence] of [
    ['', 'There is no order number in this address.'],
    ['&order=12345', '“12345” does not look like one of our order numbers.'],
  ] as const) {
    test(`says so and asks for one: ${query || 'none'}`, async ({ page }) => {
      await page.goto(`/confirmation?lang=en${query}`);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Order number' })).toBeVisible();
    });
  }
});

test(
  'the bar leads to the slip, and is away while the slip is in view',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/book?lang=en');
    const bar = page.getByRole('complementary', { name: 'Order the book' });
    await expect(bar).toBeHidden();
    await page.getByRole('heading', { name: 'What readers say' }).scrollIntoViewIfNeeded();
    await expect(bar).toBeVisible();
    await bar.getByRole('link', { name: 'Order' }).click();
    await expect(page.getByRole('heading', { name: 'Delivery slip' })).toBeInViewport();
    await expect(bar).toBeHidden();
  },
);
