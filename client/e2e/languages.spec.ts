import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const html = (page: Page) => page.locator('html');
const switcher = (page: Page) =>
  page.getByRole('button', { name: /^(Language|Langue|اللغة):?/ }).first();

async function expectLanguage(page: Page, language: string, direction: string): Promise<void> {
  await expect(html(page)).toHaveAttribute('lang', language);
  await expect(html(page)).toHaveAttribute('dir', direction);
  await expect(page).toHaveURL(new RegExp(`lang=${language}`));
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'lang')?.value).toBe(language);
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe(language);
}

test('English is the default, and is stored', async ({ page }) => {
  await page.goto('/contact');
  await expectLanguage(page, 'en', 'ltr');
});

test('an unknown language is English', async ({ page }) => {
  await page.goto('/contact?lang=de');
  await expectLanguage(page, 'en', 'ltr');
});

test(
  'a language is chosen with the mouse, and kept on the page, the next and the next visit',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/contact?lang=en&from=letter');
    await switcher(page).click();
    await page.getByRole('button', { name: 'Français', exact: true }).click();
    await expectLanguage(page, 'fr', 'ltr');
    await expect(page).toHaveURL(/\/contact\?.*from=letter/);
    await page.goto('/blog');
    await expectLanguage(page, 'fr', 'ltr');
    await page.goto('/blog?lang=ar');
    await expectLanguage(page, 'ar', 'rtl');
  },
);

test('a language can be chosen by keyboard', async ({ page }) => {
  await page.goto('/blog?lang=en');
  await switcher(page).focus();
  await page.keyboard.press('Enter');
  const arabic = page.getByRole('button', { name: 'العربية', exact: true });
  await expect(arabic).toBeVisible();
  for (let steps = 0; steps < 4; steps++) {
    // Each step waits for the one before it.
    // oxlint-disable-next-line no-await-in-loop
    if (await arabic.evaluate((button) => button === document.activeElement)) break;
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press('Tab');
  }
  await expect(arabic).toBeFocused();
  await page.keyboard.press('Enter');
  await expectLanguage(page, 'ar', 'rtl');
  await expect(arabic).toBeHidden();
});

test('Escape closes the list of languages and changes nothing', async ({ page }) => {
  await page.goto('/blog?lang=en');
  await switcher(page).click();
  await expect(page.getByRole('button', { name: 'Français', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Français', exact: true })).toBeHidden();
  await expectLanguage(page, 'en', 'ltr');
});

test.describe('a reader of French', () => {
  test.use({ locale: 'fr-MA' });

  test(
    'is told that the page exists in French, and reads it there',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/contact');
      const hint = page.getByRole('complementary', { name: 'Cette page existe en français' });
      await expect(hint).toBeVisible();
      await expect(hint).toHaveAttribute('lang', 'fr');
      await page.reload(); // now the address has English, which the user has not chosen
      await hint.getByRole('button', { name: 'Lire en français' }).click();
      await expectLanguage(page, 'fr', 'ltr');
      await expect(hint).toBeHidden();
    },
  );

  test('the closed hint stays closed', async ({ page }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Fermer' }).click();
    await page.goto('/blog');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Cette page existe en français')).toBeHidden();
  });

  test('a link in English shows no hint', async ({ page }) => {
    await page.goto('/contact?lang=en');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Cette page existe en français')).toBeHidden();
  });
});

test.describe('a reader of Arabic', () => {
  test.use({ locale: 'ar-MA' });

  test('gets the hint in Arabic, from right to left', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/');
    const hint = page.getByRole('complementary', { name: 'هذه الصفحة متاحة بالعربية' });
    await expect(hint).toHaveAttribute('dir', 'rtl');
    await hint.getByRole('button', { name: 'اقرأها بالعربية' }).click();
    await expectLanguage(page, 'ar', 'rtl');
  });
});
