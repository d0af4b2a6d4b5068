import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

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

test('nothing of the page moves when the header comes', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/privacy?lang=en');
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  const shifts = () => page.evaluate<number[]>('window.shifts.slice()');
  const before = await shifts();
  for (const y of [1600, 1500, 1400, 1600, 1500, 60, 0]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await scrollTo(page, y);
    // oxlint-disable-next-line no-await-in-loop
    await page.evaluate(async () => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      await frame();
      await frame();
    });
  }
  await expect(header(page)).toHaveAttribute('data-state', 'top');
  expect(await shifts()).toEqual(before);
});

test('the keyboard brings the header, and it goes with the focus', async ({ page }) => {
  await page.goto('/story?lang=en');
  await expect(page.locator('html')).toHaveAttribute('data-live', '');
  await scrollTo(page, 1600);
  await expect(header(page)).toHaveAttribute('data-state', 'away');
  const link = header(page).getByRole('navigation').getByRole('link', { name: 'Contact' });
  await page.keyboard.press('Shift'); // from now on the focus is that of a keyboard
  await link.focus();
  await expect(link).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(1600);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Everest/ })
    .focus();
  await expect(link).not.toBeInViewport();
});

test('the header covers no field that has the focus', async ({ page }) => {
  await scrollUp(page, '/book?lang=en');
  await page.keyboard.press('Shift');
  const fields = page.getByRole('form').first().getByRole('textbox');
  const count = await fields.count();
  expect(count).toBeGreaterThan(3);
  for (let at = count - 1; at >= 0; at--) {
    /* oxlint-disable no-await-in-loop -- upward, one after the other */
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
    /* oxlint-enable no-await-in-loop */
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

test('with reduced motion the header comes at once, on paper and in a low window not', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await scrollUp(page);
  const durations = await header(page).evaluate((element) =>
    element.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)),
  );
  expect(Math.max(0, ...durations)).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1280, height: 400 });
  await expect(header(page)).toHaveCSS('position', 'absolute');
  await page.emulateMedia({ media: 'print' });
  await expect(header(page)).toBeHidden();
});
