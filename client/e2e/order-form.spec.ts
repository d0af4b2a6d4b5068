import type { Backend } from './backend';
import { fillSlip } from './book-order';
import { expect, test } from './fixtures';
import { loseAnswer } from './inquiry';

const ordersOf = async (service: Backend, buyer: string) => {
  const { data } = await service
    .from('book_orders')
    .select('*')
    .eq('buyer_name', buyer)
    .throwOnError();
  return data;
};

test('a double click makes one order', async ({ page, service, name }) => {
  await page.goto('/book?lang=en');
  await fillSlip(page, name);
  await page.getByRole('button', { name: 'Place the order' }).dblclick();
  await expect(page.getByText(`Thank you, ${name}!`).first()).toBeVisible();
  expect(await ordersOf(service, name)).toHaveLength(1);
});

test(
  'a fault of the server is said, and the second try is one order',
  { tag: '@phone' },
  async ({ page, service, name, complaints }) => {
    complaints.expect(/Failed to load resource/);
    await page.goto('/book?lang=en');
    await fillSlip(page, name);
    await page.route('**/rest/v1/book_orders*', (route) => route.fulfill({ status: 500 }));
    await page.getByRole('button', { name: 'Place the order' }).click();
    await expect(page.getByRole('button', { name: 'Error! Try Again' })).toBeVisible();
    expect(await ordersOf(service, name)).toHaveLength(0);

    await page.unroute('**/rest/v1/book_orders*');
    await page.getByRole('button', { name: /Error! Try Again|Place the order/ }).click();
    await expect(page.getByText(`Thank you, ${name}!`).first()).toBeVisible();
    expect(await ordersOf(service, name)).toHaveLength(1);
  },
);

test('an order that is placed offline is kept over a reload and sent once', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/book?lang=en');
  await fillSlip(page, name);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText(`No connection, ${name}: your order is kept here`)).toBeVisible();
  await expect(page.getByText('1 order waits for the network')).toBeVisible();
  expect(await ordersOf(service, name)).toHaveLength(0);

  await test.step('another page has it too, and sends it when the network is back', async () => {
    await page.goto('about:blank'); // else the page that kept it may send it first
    await context.setOffline(false);
    await page.goto('/contact?lang=en');
    await expect(page.getByText(/^Order BO\d+ has been sent/)).toBeVisible();
  });
  await expect(page.getByText('1 order waits for the network')).toBeHidden();
  const orders = await ordersOf(service, name);
  expect(orders).toHaveLength(1);
  await expect(page.getByText(`Order ${orders[0]?.order_number} has been sent`)).toBeVisible();
});

test('two tabs send a kept order once, under one number', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/book?lang=en');
  const other = await context.newPage();
  await other.goto('/contact?lang=en');
  await page.bringToFront();
  await fillSlip(page, name);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(other.getByText('1 order waits for the network')).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByText('1 order waits for the network')).toBeHidden();
  await expect(other.getByText('1 order waits for the network')).toBeHidden();
  expect(await ordersOf(service, name)).toHaveLength(1);
});

test('an answer that is lost does not make a second order', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  await page.goto('/book?lang=en');
  await fillSlip(page, name);
  await loseAnswer(page, 'book_orders');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText(/^Order BO\d+ has been sent/)).toBeVisible();
  const orders = await ordersOf(service, name);
  expect(orders).toHaveLength(1);
  // The number that the buyer is told is the one that the order has.
  await expect(page.getByText(`Order ${orders[0]?.order_number} has been sent`)).toBeVisible();
});

test('an order that is refused after all comes back with its slip and the reason', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/book?lang=en');
  await fillSlip(page, name);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText('1 order waits for the network')).toBeVisible();
  await page.route('**/rest/v1/book_orders*', (route) =>
    route.fulfill({
      status: 400,
      json: { code: '23514', message: 'violates "book_orders_buyer_phone_length"' },
    }),
  );
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Mend the slip' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue(name);
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/longer than the slip/);

  await page.unroute('**/rest/v1/book_orders*');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText(`Thank you, ${name}!`).first()).toBeVisible();
  expect(await ordersOf(service, name)).toHaveLength(1);
});

test('what a visitor cannot know is the server’s to say', async ({
  page,
  service,
  name,
  takePrice,
}) => {
  await takePrice();
  await page.goto('/book?lang=en');
  await fillSlip(page, name);
  await page.getByRole('button', { name: 'One copy more' }).click();
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText(`Thank you, ${name}!`).first()).toBeVisible();
  const [order] = await ordersOf(service, name);
  expect(order).toMatchObject({
    buyer_phone: '+212612345678',
    quantity: 2,
    total_amount: 558,
    currency: 'MAD',
    payment_status: 'pending',
    order_status: 'new',
    confirmed: false,
    paid: false,
    fulfilled: false,
    notes: 'fr',
  });
});

test('the keyboard alone orders a book', async ({ page, service, name }) => {
  await page.goto('/book?lang=en');
  await page.getByRole('radio', { name: 'French' }).focus();
  const tabTo = async (label: string) => {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(label);
  };
  const answers: [label: string, text: string][] = [
    ['Full name', name],
    ['E-mail', 'buyer@example.org'],
    ['Phone', '0612345678'],
    ['Address', '12, rue Ibn Sina'],
    ['City', 'Rabat'],
    ['Postal code (optional)', '10000'],
  ];
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Arabic' })).toBeChecked();
  for (const [label, text] of answers) {
    await tabTo(label);
    await page.keyboard.type(text);
  }
  await tabTo('One copy fewer');
  await tabTo('Quantity');
  await tabTo('One copy more');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Place the order' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Thank you, ${name}!`).first()).toBeVisible();
  expect(await ordersOf(service, name)).toMatchObject([{ quantity: 2, notes: 'ar' }]);
  // A browser takes the focus from a button that is disabled; it is back on the new slip's.
  await expect(page.getByRole('button', { name: 'Place the order' })).toBeFocused();
});
