import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { untilRendered, visit } from '../visit';

/** Scrolls to a position and returns where the page is, once the scroll event has been sent: with the next frame. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(async (to) => {
    window.scrollTo({ top: to, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Math.round(window.scrollY);
  }, top);

const position = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('back restores the position, ten times of ten, and forward too', async ({ page }) => {
  await visit(page, '/expeditions?lang=en');
  const positions: number[] = [];
  for (let round = 1; round <= 10; round++) {
    const left = await scrollTo(page, 300 * round);
    const links = page.getByRole('main').getByRole('link', { name: 'Lhotse' });
    await links.last().dispatchEvent('click');
    await expect(page.getByRole('heading', { level: 1, name: 'Lhotse' })).toBeFocused();
    expect(await position(page), `a new page, round ${round}`).toBe(0);
    const inside = await scrollTo(page, 100 * round);
    await page.goBack();
    await expect(page).toHaveURL(/\/expeditions/);
    await expect.poll(() => position(page), `back, round ${round}`).toBe(left);
    positions.push(inside);
  }
  await page.goForward();
  await expect(page).toHaveURL(/\/achievement\/lhotse/);
  await expect.poll(() => position(page), 'forward').toBe(positions.at(-1));
});

test('back restores a page whose content comes late', async ({ page }) => {
  await untilRendered(page, '/media?lang=en');
  await visit(page, '/media?lang=en');
  await expect(page.getByRole('heading', { level: 3 }).last()).toBeVisible();
  const left = await scrollTo(page, 1500);
  expect(left).toBeGreaterThanOrEqual(1500); // content that gets its size above moves the position
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1, name: 'What stays with us' })).toBeVisible();
  await page.reload(); // empties the query cache
  await page.goBack();
  await expect.poll(() => position(page)).toBe(left);
});

test('a link to a part of the page scrolls to it, and back returns', async ({ page }) => {
  await visit(page, '/book?lang=en');
  const left = await scrollTo(page, 200);
  await page.getByRole('main').locator('a[href="#order"]').first().click();
  const heading = page.getByRole('heading', { name: 'Delivery slip' });
  await expect(heading).toBeInViewport();
  await page.goBack();
  await expect.poll(() => position(page)).toBe(left);
  await page.goForward();
  await expect(heading).toBeInViewport();
});

test('a link to a part of another page opens there, and one to a page at its top', async ({
  page,
}) => {
  await visit(page, '/media?lang=en');
  const link = page.getByRole('main').locator('a[href*="/media-kit"][href$="#photos"]');
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await expect(page).toHaveURL(/\/media-kit\?lang=en#photos$/);
  await expect
    .poll(() =>
      page.locator('#photos').evaluate((part) => Math.abs(part.getBoundingClientRect().top)),
    )
    .toBeLessThan(200);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What stays with us' })).toBeFocused();
  expect(await position(page)).toBe(0);
});

test.describe('in the back-office', () => {
  test.use({ who: 'admin' });

  test('back restores the position in a list', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/admin/expeditions?lang=en');
    await expect(
      page.getByRole('link', { name: 'K2' }).or(page.getByText('K2')).first(),
    ).toBeVisible();
    const left = await scrollTo(page, 400);
    expect(left).toBeGreaterThan(100);
    await page.getByRole('link', { name: 'Dashboard' }).first().dispatchEvent('click');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goBack();
    await expect.poll(() => position(page)).toBe(left);
  });
});
