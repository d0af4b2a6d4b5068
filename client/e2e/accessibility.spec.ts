import type { Page } from '@playwright/test';
import { overflow, violations } from './accessible';
import { makeOrder } from './backend';
import { expect, test } from './fixtures';

// The public pages are in every-page.spec.ts.

async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await violations(page)).toEqual([]);
}

for (const language of ['en', 'ar']) {
  test(`the sign-in in ${language} is accessible`, { tag: '@phone' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/admin/login?lang=${language}`);
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
  });

  test.describe(`the back-office in ${language}`, { tag: '@phone' }, () => {
    test.use({ who: 'super_admin' });

    for (const path of ['dashboard', 'book-orders', 'users']) {
      test(`${path} is accessible`, async ({ page, service, name }) => {
        await makeOrder(service, name);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`/admin/${path}?lang=${language}`);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
        expect(await overflow(page)).toBe(0);
      });
    }

    test('its dialogs are accessible', async ({ page, service, name }) => {
      await makeOrder(service, name);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`/admin/book-orders?lang=${language}&q=${encodeURIComponent(name)}`);
      await page.getByRole('button', { name: /BO\d{10}/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/admin/users?lang=${language}`);
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
}
