import type { Backend } from './backend';
import { fillOrderForm } from './book-order';
import { expect, test } from './fixtures';
import { loseResponse } from './inquiry';

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
  await fillOrderForm(page, name);
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
    await fillOrderForm(page, name);
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

test('an offline order survives a reload and is sent once', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/book?lang=en');
  await fillOrderForm(page, name);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText(`No connection, ${name}: your order is kept here`)).toBeVisible();
  await expect(page.getByText('1 order waits for the network')).toBeVisible();
  expect(await ordersOf(service, name)).toHaveLength(0);

  await test.step('another page sends it when the network is back', async () => {
    await page.goto('about:blank'); // else the page that stored it may send it first
    await context.setOffline(false);
    await page.goto('/contact?lang=en');
    await expect(page.getByText(/^Order BO\d+ has been sent/)).toBeVisible();
  });
  await expect(page.getByText('1 order waits for the network')).toBeHidden();
  const orders = await ordersOf(service, name);
  expect(orders).toHaveLength(1);
  await expect(page.getByText(`Order ${orders[0]?.order_number} has been sent`)).toBeVisible();
});

test('two tabs send a queued order once, with one number', async ({
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
  await fillOrderForm(page, name);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(other.getByText('1 order waits for the network')).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByText('1 order waits for the network')).toBeHidden();
  await expect(other.getByText('1 order waits for the network')).toBeHidden();
  expect(await ordersOf(service, name)).toHaveLength(1);
});

test('a lost response does not make a second order', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  await page.goto('/book?lang=en');
  await fillOrderForm(page, name);
  await loseResponse(page, 'book_orders');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText(/^Order BO\d+ has been sent/)).toBeVisible();
  const orders = await ordersOf(service, name);
  expect(orders).toHaveLength(1);
  // The number on the page is that of the order.
  await expect(page.getByText(`Order ${orders[0]?.order_number} has been sent`)).toBeVisible();
});

test('a refused order restores its form and shows the reason', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.goto('/book?lang=en');
  await fillOrderForm(page, name);
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

test('the server validates what the client cannot know', async ({
  page,
  service,
  name,
  takePrice,
}) => {
  await takePrice();
  await page.goto('/book?lang=en');
  await fillOrderForm(page, name);
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
    edition: 'fr',
  });
});

test('a book can be ordered by keyboard', async ({ page, service, name }) => {
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
  expect(await ordersOf(service, name)).toMatchObject([{ quantity: 2, edition: 'ar' }]);
  // A browser removes the focus from a disabled button; it is restored on the new form.
  await expect(page.getByRole('button', { name: 'Place the order' })).toBeFocused();
});
