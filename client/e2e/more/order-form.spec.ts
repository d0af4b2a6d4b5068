import { fillOrderForm, ordersOf, untilQueueIsLoaded } from '../book-order';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

test('two tabs send a queued order once, with one number', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await visit(page, '/book?lang=en');
  const other = await context.newPage();
  await visit(other, '/contact?lang=en');
  await page.bringToFront();
  await fillOrderForm(page, name);
  await untilQueueIsLoaded(page);
  await untilQueueIsLoaded(other);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Place the order' }).click();
  const waiting = [page, other].map((tab) => tab.getByText('1 order waits for the network'));
  for (const line of waiting) await expect(line).toBeAttached();
  await context.setOffline(false);
  // The other tab may load itself again, since its script for sending failed to load: it shows no order meanwhile.
  await expect.poll(() => ordersOf(service, name)).toHaveLength(1);
  for (const line of waiting) await expect(line).not.toBeAttached();
  expect(await ordersOf(service, name)).toHaveLength(1);
});

test('a refused order restores its form and shows the reason', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await visit(page, '/book?lang=en');
  await fillOrderForm(page, name);
  await untilQueueIsLoaded(page);
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
