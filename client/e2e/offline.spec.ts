import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

// A context that is reused keeps its Cache Storage.
test.use({ serviceWorkers: 'allow', reuseContext: false });

const post = '/blog/turning-back-is-a-decision';
const unread = '/blog/preparation-is-the-climb';

/** Waits until the worker has cached these pages. */
async function expectCached(page: Page, language: string, ...paths: string[]): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const pages = await caches.open('pages-1');
          return (await pages.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search);
        }),
      { timeout: 40_000 },
    )
    .toEqual(expect.arrayContaining(paths.map((path) => `${path}?lang=${language}`)));
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('after a first visit the story, the mountains and visited pages open offline', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
  await page.goto('/?lang=fr');
  await expectCached(page, 'fr', '/', '/story', '/expeditions', '/achievement/k2', '/offline');
  await page.goto('/blog?lang=fr');
  await page.getByRole('link', { name: 'Faire demi-tour est une décision' }).click();
  await expect(title(page)).toHaveText('Faire demi-tour est une décision');
  await expectCached(page, 'fr', post);

  await context.setOffline(true);
  await expect(page.getByText('Hors ligne.')).toBeVisible();
  for (const path of ['/story', '/expeditions', '/achievement/everest']) {
    // oxlint-disable-next-line no-await-in-loop -- one page, one place at a time
    await page.goto(`${path}?lang=fr`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(title(page)).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
  await page.goto(`${post}?lang=fr`);
  await expect(page.getByRole('heading', { name: 'Deux sortes de danger' })).toBeVisible();
});

test('a page that is not cached shows a message, and opens when the network is back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
  await page.goto('/?lang=en');
  await expectCached(page, 'en', '/blog', '/offline', '/achievement/everest');
  await context.setOffline(true);
  await page.goto('/blog?lang=en');
  // Chromium 148 takes a page that its worker has answered for online.
  await context.setOffline(false);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Preparation is the climb' }).click();
  await expect(title(page)).toHaveText('This page is not on board');
  await expect(page.getByRole('link', { name: /Everest/ }).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(new RegExp(`${unread}\\?lang=en`));
  await expect(title(page)).toHaveText('Preparation is the climb');
});

test.describe('the back-office', () => {
  test.use({ who: 'admin' });

  test('is never cached, nor are its rows', async ({ page }) => {
    await page.goto('/?lang=en');
    await expectCached(page, 'en', '/offline');
    await page.goto('/admin/book-orders?lang=en');
    await expect(title(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const stores = await Promise.all(names.map((name) => caches.open(name)));
      const keys = await Promise.all(stores.map((store) => store.keys()));
      return keys.flat().map(({ url }) => url);
    });
    expect(kept.filter((url) => /\/admin|book_orders|admin_users|\/auth\//.test(url))).toEqual([]);
  });
});
