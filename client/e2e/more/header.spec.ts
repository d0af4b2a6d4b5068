import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';

const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);

const header = (page: Page) => page.getByRole('banner');

/** Opens a long page and scrolls down, then up a little. */
async function scrollUp(page: Page, path = '/story?lang=en'): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  await scrollTo(page, 1600);
  await expect(header(page)).toHaveAttribute('data-state', 'away');
  await expect(header(page)).not.toBeInViewport();
  await scrollTo(page, 1500);
  await expect(header(page)).toHaveAttribute('data-state', 'shown');
}

test(
  'the header comes back when scrolling up, and leaves downward',
  { tag: '@phone' },
  async ({ page }) => {
    await scrollUp(page);
    await expect(header(page)).toBeInViewport({ ratio: 1 });
    await scrollTo(page, 1700);
    await expect(header(page)).not.toBeInViewport();
    await scrollTo(page, 0);
    await expect(header(page)).toHaveAttribute('data-state', 'top');
    await expect(header(page)).toBeInViewport({ ratio: 1 });
  },
);

test('the header covers no field that has the focus', async ({ page }) => {
  await scrollUp(page, '/book?lang=en');
  await page.keyboard.press('Shift');
  const fields = page.getByRole('form').first().getByRole('textbox');
  const count = await fields.count();
  expect(count).toBeGreaterThan(3);
  for (let at = count - 1; at >= 0; at--) {
    const field = fields.nth(at);
    await field.focus();
    await expect
      .poll(() =>
        field.evaluate((element) => {
          const { top, left, width } = element.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + 4) === element;
        }),
      )
      .toBe(true);
  }
});

test('the header covers no target of a link', async ({ page }) => {
  await scrollUp(page, '/book?lang=en');
  await scrollTo(page, await page.evaluate(() => document.body.scrollHeight));
  await page.getByRole('link', { name: 'Order', exact: true }).last().click();
  const heading = page.getByRole('heading', { name: 'Delivery slip' });
  await expect(heading).toBeInViewport();
  await expect
    .poll(async () => {
      const [title, frame] = [await heading.boundingBox(), await header(page).boundingBox()];
      return (title?.y ?? 0) - ((frame?.y ?? 0) + (frame?.height ?? 0));
    })
    .toBeGreaterThan(0);
});
