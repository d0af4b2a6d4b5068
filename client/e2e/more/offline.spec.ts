import { fillOrderForm, ordersOf } from '../book-order';
import { expect, test } from '../fixtures';
import { holdRequests } from '../slow-network';
import { visit } from '../visit';

test('an order that is kept before its sender is loaded is sent when the network is back', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to (load|fetch)|ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const load = await holdRequests(page, /\/assets\/extras-.*\.js$/);
  await visit(page, '/book?lang=en');
  await fillOrderForm(page, name);
  await context.setOffline(true);
  load(); // which fails
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByText(`No connection, ${name}: your order is kept here`)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(/^Order BO\d+ has been sent/)).toBeVisible();
  expect(await ordersOf(service, name)).toMatchObject([{ quantity: 1 }]);
});

test.describe('the back-office', () => {
  test.use({ who: 'admin', serviceWorkers: 'allow' });

  test('is never cached, nor are its rows', async ({ page }) => {
    const cached = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const stores = await Promise.all(names.map((name) => caches.open(name)));
        const keys = await Promise.all(stores.map((store) => store.keys()));
        return keys.flat().map(({ url }) => url);
      });
    await visit(page, '/?lang=en');
    await expect.poll(cached).toContainEqual(expect.stringMatching(/\/offline\?lang=en$/));
    await page.goto('/admin/book-orders?lang=en');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const kept = await cached();
    expect(kept.filter((url) => /\/admin|book_orders|admin_users|\/auth\//.test(url))).toEqual([]);
  });
});
