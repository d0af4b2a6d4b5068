import { fillOrderForm, ordersOf } from '../book-order';
import { expect, test } from '../fixtures';
import { holdRequests } from '../slow-network';
import { visit } from '../visit';

for (const [scripts, held] of [
  ['all scripts', /\/assets\/.*\.js$/],
  ['all scripts but the first', /\/assets\/(?!start).*\.js$/],
] as const) {
  test(
    `the menu opens before ${scripts} are loaded, and stays open`,
    { tag: '@phone' },
    async ({ page }) => {
      const load = await holdRequests(page, held);
      await page.goto('/story?lang=fr', { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu).toBeVisible();
      load();
      await expect(page.locator('html')).toHaveAttribute('data-live');
      await expect(menu).toBeVisible();
      await menu.getByRole('link', { name: 'Expéditions' }).click();
      await expect(page).toHaveURL(/\/expeditions\?lang=fr$/);
      await expect(menu).toBeHidden();
    },
  );
}

test('an order whose tab is closed while it is sent is sent by the next page, once', async ({
  page,
  context,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/status of 409/); // the closed tab may have sent it: then it is there already
  let asked = false;
  await page.route('**/rest/v1/book_orders*', () => void (asked = true)); // without a response
  await visit(page, '/book?lang=en');
  await fillOrderForm(page, name);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect.poll(() => asked).toBe(true);
  await page.close();

  const next = await context.newPage();
  await visit(next, '/story?lang=en');
  await expect(next.getByText(`has been sent. Thank you, ${name}!`)).toBeVisible();
  expect(await ordersOf(service, name)).toMatchObject([{ quantity: 1 }]);
});
