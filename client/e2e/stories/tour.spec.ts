import type { Locator, Page } from '@playwright/test';
import { overflow } from '../accessible';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

const words = {
  en: { menu: 'Menu', more: 'More', screens: 'Admin menu', account: 'My account' },
  ar: { menu: 'القائمة', more: 'المزيد', screens: 'قائمة الإدارة', account: 'حسابي' },
} as const;

type Language = keyof typeof words;

/** Follows each link by the keyboard, and expects that its page opens with the focus on its heading. */
async function follow(
  page: Page,
  links: Locator,
  count: number,
  open?: () => Promise<void>,
): Promise<void> {
  await open?.();
  await expect(links).toHaveCount(count);
  for (let at = 0; at < count; at++) {
    if (at > 0) await open?.();
    const link = links.nth(at);
    const path = await link.evaluate((a: HTMLAnchorElement) => a.pathname);
    await link.press('Enter');
    await expect(page).toHaveURL(
      ({ pathname }) => pathname === path || pathname.startsWith(`${path}/`),
    );
    await expect(page.getByRole('heading', { level: 1 }), path).toBeFocused();
    await expect.poll(() => overflow(page), `${path} is as wide as the screen`).toBe(0);
  }
}

// Console errors fail a test: each page and screen opens without one.
for (const language of ['en', 'ar'] as const) {
  test(`a desktop visitor opens each page of the header and the footer in ${language}`, async ({
    page,
  }) => {
    await visit(page, `/privacy?lang=${language}`);
    const banner = page.getByRole('banner');
    const header = banner.getByRole('navigation').getByRole('link');
    await follow(page, header, 9);
    const calls = banner.locator('a[href*="/book"]:visible, a[href*="/sponsor"]:visible');
    await follow(page, calls, 2);
    const footer = page.getByRole('contentinfo').getByRole('navigation').last();
    await follow(page, footer.locator('a:not([href*=feed])'), 3);
  });

  test(
    `a phone visitor opens each page of the menu in ${language}`,
    { tag: '@phone' },
    async ({ page }) => {
      await visit(page, `/privacy?lang=${language}`);
      const menu = page.getByRole('dialog', { name: words[language].menu });
      const open = async () => {
        const opener = page.getByRole('button', { name: words[language].menu, exact: true });
        await opener.press('Enter');
        await expect(menu).toBeVisible();
      };
      await open();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(
        page.getByRole('button', { name: words[language].menu, exact: true }),
      ).toBeFocused();
      await follow(page, menu.locator('nav a, a[href*="/book"], a[href*="/sponsor"]'), 11, open);
    },
  );
}

test.describe('the staff', () => {
  test.use({ who: 'super_admin' });

  const account = (language: Language) => ({ name: words[language].account, exact: true });

  for (const language of ['en', 'ar'] as const) {
    test(`opens each screen of the side menu in ${language}`, async ({ page }) => {
      await page.goto(`/admin/account?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const menu = page.getByRole('navigation', { name: words[language].screens });
      await follow(page, menu.getByRole('link'), 20);
      await follow(page, page.getByRole('link', account(language)), 1);
    });

    test(`opens each screen from a phone in ${language}`, { tag: '@phone' }, async ({ page }) => {
      await page.goto(`/admin/account?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const open = async () => {
        await page.getByRole('button', { name: words[language].more }).press('Enter');
        await expect(page.getByRole('dialog')).toBeVisible();
      };
      const menu = page.getByRole('dialog').getByRole('navigation');
      await follow(page, menu.getByRole('link'), 20, open);
      await open();
      await page.keyboard.press('Escape');
      const own = page.getByRole('dialog').getByRole('link', account(language));
      await follow(page, own, 1, open);
    });
  }
});
