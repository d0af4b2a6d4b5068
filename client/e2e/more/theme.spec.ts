import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { holdRequests } from '../slow-network';
import { visit } from '../visit';

const night = 'rgb(22, 50, 61)';

const switches = (page: Page) =>
  page.getByRole('contentinfo').getByRole('group', { name: 'Appearance' });

/** Opens a page without waiting for its scripts. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((to) => window.location.assign(to), path);
  await page.waitForURL(`**${path}`, { waitUntil: 'commit' });
}

test('a theme that is chosen before hydration is applied by it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const load = await holdRequests(page, /\/assets\/.*\.js$/);
  await open(page, '/privacy?lang=en');
  await switches(page).getByRole('radio', { name: 'Dark' }).check();
  load();
  await expect(page.locator('body')).toHaveCSS('background-color', night);
  await expect(switches(page).getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('the chosen theme is there before the first paint', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/?lang=fr');
  await page
    .getByRole('contentinfo')
    .getByRole('group', { name: 'Apparence' })
    .getByRole('radio', { name: 'Sombre' })
    .check();
  // Without a script file: only what is in the document runs. The state is read when the body begins.
  await page.route('**/*.js', (route) => route.abort());
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const { body } = document;
      if (body === null) return;
      observer.disconnect();
      Object.assign(window, { atBody: getComputedStyle(document.documentElement).colorScheme });
    }).observe(document, { childList: true, subtree: true });
  });
  await open(page, '/speaking?lang=fr');
  await expect.poll(() => page.evaluate('window.atBody')).toBe('dark');
  await expect(page.locator('body')).toHaveCSS('background-color', night);
});

test('site and back-office have one theme, in every tab', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/privacy?lang=en');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto('/admin/login?lang=en');
  await page.bringToFront();
  await switches(page).getByRole('radio', { name: 'Dark' }).check();
  await other.reload();
  await expect(other.locator('html')).toHaveCSS('color-scheme', 'dark');
  await visit(other, '/story?lang=en');
  await switches(other).getByRole('radio', { name: 'Light' }).check();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await other.close();
});

test('the drawing of a mountain changes with the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await visit(page, '/story?lang=en');
  const canvas = page.locator('main canvas').first();
  await expect(canvas).toBeVisible();
  // The colour of a copy of one pixel: reading the canvas itself twice makes the browser complain.
  const corner = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(element, 2, 2, 1, 1, 0, 0, 1, 1);
      const [red = 0] = copy?.getImageData(0, 0, 1, 1).data ?? [];
      return red > 128 ? 'light' : 'dark';
    });
  await expect.poll(corner).toBe('light');
  await switches(page).getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(corner).toBe('dark');
});
