import { expect, test } from '../fixtures';
import { visit } from '../visit';

test(
  'the bar leads to the slip, and is away while the slip is in view',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, '/book?lang=en');
    const bar = page.getByRole('complementary', { name: 'Order the book' });
    await expect(bar).toBeHidden();
    await page.getByRole('heading', { name: 'What readers say' }).scrollIntoViewIfNeeded();
    await expect(bar).toBeVisible();
    await bar.getByRole('link', { name: 'Order' }).click();
    await expect(page.getByRole('heading', { name: 'Delivery slip' })).toBeInViewport();
    await expect(bar).toBeHidden();
  },
);
