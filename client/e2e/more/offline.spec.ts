import { expect, test } from '../fixtures';
import { visit } from '../visit';

test.use({ who: 'admin', serviceWorkers: 'allow' });

test('the back-office is never cached, nor are its rows', async ({ page }) => {
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
