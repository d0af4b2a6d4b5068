import { expect, test } from './fixtures';

test('the language changes and the page stays', async ({ page }) => {
  await page.goto('/contact?lang=en');
  await page.getByRole('button', { name: 'Language: English' }).first().click();
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { name: 'راسلني' })).toBeVisible();
  await expect(page).toHaveURL(/\/contact\?lang=ar/);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.goto('/book');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { name: 'ثماني قمم وصوت واحد' })).toBeVisible();
});

test('a link navigates without a reload', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/?lang=en');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Write to me' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test(
  'the open menu gives the page back when one goes back or turns the screen',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await page.goto('/?lang=en');
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write to me' })).toBeFocused();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.setViewportSize({ width: 1024, height: 740 });
    await page.getByRole('link', { name: 'Contact' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write to me' })).toBeFocused();
  },
);

test('an unknown page is a 404 with a message', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  const answer = await page.goto('/no/such/page?lang=fr');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Aucun sommet ici' })).toBeVisible();
});

test('an unknown page of the back-office is a 404 too', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  const answer = await page.goto('/admin/no-such-page?lang=en');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No summit here' })).toBeVisible();
});

test(
  'a button keeps its edge where the system forces its own colours',
  { tag: '@phone' },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/contact?lang=en');
    const button = page.getByRole('button', { name: 'Send Message' });
    await expect(button).toHaveCSS('border-top-style', 'solid');
    await expect(button).toHaveCSS('border-top-width', '1px');
  },
);

test('text of twice the size does not overflow', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/', '/book', '/contact', '/admin/login']) {
    await page.goto(`${path}?lang=fr`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.setProperty('font-size', '200%');
    });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, path).toBe(0);
  }
});
