import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { makeOrder } from './backend';
import { expect, test } from './fixtures';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(settled);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
  expect(found).toEqual([]);
}

/** Waits for what fades in: half transparent it has no contrast. What follows the scroll never ends. */
async function settled(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.all(ending.map((each) => each.finished));
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}

for (const language of ['en', 'ar']) {
  for (const path of ['/', '/book', '/contact', '/admin/login']) {
    test(`${path} in ${language} is accessible`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${path}?lang=${language}`);
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }

  test.describe(`the back-office in ${language}`, () => {
    test.use({ who: 'super_admin' });

    for (const path of ['dashboard', 'book-orders', 'users']) {
      test(`${path} is accessible`, async ({ page, service, name }) => {
        await makeOrder(service, name);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`/admin/${path}?lang=${language}`);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
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
