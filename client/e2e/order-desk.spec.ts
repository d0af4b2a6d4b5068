import { makeOrder } from './backend';
import { expect, test } from './fixtures';

test.use({ who: 'admin' });

test(
  'filters, search and pages live in the address',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    const first = Date.UTC(2026, 0, 1);
    const orders = Array.from({ length: 30 }, (_, at) =>
      makeOrder(service, `${name} (no. ${at}, 100%)`, new Date(first + at * 60_000)),
    );
    const [oldest] = await Promise.all(orders);
    await service
      .from('book_orders')
      .update({ paid: true })
      .eq('id', oldest?.id ?? '')
      .throwOnError();

    await page.goto(`/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`);
    await expect(page.getByText('1-25 of 30')).toBeVisible();
    await expect(page.getByText(`${name} (no. 29, 100%)`)).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('26-30 of 30')).toBeVisible();
    await expect(page).toHaveURL(/page=2/);

    await page.getByText('Paid', { exact: true }).first().click();
    await expect(page.getByText('1-1 of 1')).toBeVisible();
    await expect(page).toHaveURL(/filter=paid/);
    await expect(page).not.toHaveURL(/page=/);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Paid', exact: true })).toBeChecked();
    await expect(page.getByText(`${name} (no. 0, 100%)`)).toBeVisible();

    await page.goBack();
    await expect(page.getByText('26-30 of 30')).toBeVisible();

    // Signs that mean something to the server are only text here.
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill(`${name} (no. 7, 100%)`);
    await expect(page.getByText('1-1 of 1')).toBeVisible();
    await search.fill(`${name} "or" \\ %`);
    await expect(page.getByText('No orders found')).toBeVisible();
  },
);

test('a page past the end shows the first', async ({ page, service, name, complaints }) => {
  complaints.expect(/status of 416/);
  await makeOrder(service, name);
  await page.goto(`/admin/book-orders?lang=en&page=9&q=${encodeURIComponent(name)}`);
  await expect(page.getByText('1-1 of 1')).toBeVisible();
});

test('a toggle that fails is taken back, and said', async ({ page, service, name, complaints }) => {
  complaints.expect(/Failed to load resource|order flag/);
  const order = await makeOrder(service, name);
  await page.goto(`/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`);
  const fulfilled = page.getByRole('switch', { name: `Fulfilled, order ${order.order_number}` });
  await page.route('**/rest/v1/book_orders*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await fulfilled.click();
  await expect(
    page.getByRole('alert').getByText(`Order ${order.order_number} was not changed.`),
  ).toBeVisible();
  await expect(fulfilled).not.toBeChecked();
});

test('what is said over an open dialog can be read and closed there', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|order flag/);
  const order = await makeOrder(service, name);
  await page.goto(`/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`);
  await page.route('**/rest/v1/book_orders*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: `Details of order ${order.order_number}` }).click();
  const details = page.getByRole('dialog', { name: 'Book order' });
  await details.getByRole('switch').first().click();
  const message = details.getByRole('alert');
  await expect(message).toContainText(`Order ${order.order_number} was not changed.`);
  await message.getByRole('button', { name: 'Close' }).click();
  await expect(message).toBeHidden();
  await expect(details).toBeVisible();
});

test(
  'a name or a town without an end stays within the page',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    await makeOrder(service, `${name} ${'W'.repeat(180)}`, new Date(), 'V'.repeat(200));
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/admin/book-orders?lang=ar&q=${encodeURIComponent(name)}`);
      await expect(page.getByText(name)).toBeVisible();
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond, `at ${width} px`).toBe(0);
    }
  },
);

test('an admin who was deactivated meanwhile changes nothing', async ({
  page,
  service,
  account,
  name,
  complaints,
}) => {
  complaints.expect(/order flag/);
  const order = await makeOrder(service, name);
  await page.goto(`/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`);
  const paid = page.getByRole('switch', { name: `Paid, order ${order.order_number}` });
  await expect(paid).toBeVisible();
  await service
    .from('admin_users')
    .update({ active: false })
    .eq('email', account.email)
    .throwOnError();
  await paid.click();
  await expect(page).toHaveURL(/\/admin\/login/);
  const { data } = await service.from('book_orders').select('paid').eq('id', order.id).single();
  expect(data?.paid).toBe(false);
});

test('orders that cannot be loaded are asked for again', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  await makeOrder(service, name);
  await page.route('**/rest/v1/book_orders*', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await page.goto(`/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`);
  await expect(page.getByText('The orders could not be loaded.')).toBeVisible();
  await page.unroute('**/rest/v1/book_orders*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('1-1 of 1')).toBeVisible();
});
