import { expect, test } from './fixtures';

const heading = { level: 1 } as const;

test.describe('a page whose script fails to load', () => {
  // Without the service worker, which would answer from its cache.
  test.use({ serviceWorkers: 'block' });

  test('stays as it was prerendered', async ({ page, complaints }) => {
    complaints.expect(/ERR_FAILED|Service Worker|dynamically imported module/);
    await page.route('**/assets/privacy-page-*.js', (route) => route.abort());
    await page.goto('/contact?lang=en');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(
      page.getByRole('heading', { ...heading, name: 'What stays with us' }),
    ).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { ...heading, name: 'Write to me' })).toBeVisible();
  });

  test('is retried when the network is back', async ({ page, context, complaints }) => {
    complaints.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Service Worker/);
    await page.route('**/assets/privacy-page-*.js', (route) => route.abort());
    await page.goto('/contact?lang=fr');
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Confidentialité' }).click();
    await expect(page.getByText('Vous êtes hors ligne. La page s’ouvrira')).toBeVisible();
    await expect(page.getByRole('heading', heading)).toBeFocused();
    await page.unroute('**/assets/privacy-page-*.js');
    await context.setOffline(false);
    await expect(
      page.getByRole('heading', { ...heading, name: 'Ce qui reste chez nous' }),
    ).toBeVisible();
  });
});

test('every page of the header opens by keyboard, and has its tick', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/?lang=en');
  const pages = page.getByRole('banner').getByRole('navigation').getByRole('link');
  await expect(pages).toHaveCount(9);
  for (const name of ['Story', 'Expeditions', 'Contact']) {
    const link = pages.filter({ hasText: name });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', heading)).toBeFocused();
  }
});

test('the menu of a phone opens each page by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/?lang=en');
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveCount(9);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: 'Become a Sponsor' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { ...heading, name: 'Become a sponsor' })).toBeFocused();
});

test('the menu of a phone opens and closes without a warning', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/story?lang=en');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('button', { name: 'Close the menu' }).click();
  await expect(menu).toBeHidden();
});

test('the follow link leads to the contact page without an Instagram address', async ({ page }) => {
  await page.goto('/?lang=en');
  const follow = page.getByRole('link', { name: 'Follow My Journey', includeHidden: true }).first();
  await expect(follow).toHaveAttribute('href', '/contact?lang=en');
});

test('the first paint needs no request for data', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/expeditions?lang=en');
  await expect(page.getByRole('heading', heading)).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/rest/'))).toEqual([]);
  expect(asked.filter((path) => path.includes('supabase'))).toEqual([]);
});
