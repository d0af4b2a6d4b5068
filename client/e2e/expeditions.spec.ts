import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const stage = (page: Page) => page.getByRole('group', { name: /on one scale/ });
const names = (page: Page) => stage(page).getByRole('button');
const pressed = (page: Page) => stage(page).getByRole('button', { pressed: true });

test.describe('the altitude explorer', () => {
  test(
    'sorts, filters and compares, and keeps all of it in the address',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/expeditions?lang=en');
      await expect(names(page)).toHaveCount(14);
      await expect(names(page).first()).toHaveAccessibleName('Compare Everest 2017 8,848');
      await page.getByRole('radio', { name: 'Year' }).check();
      await expect(names(page).first()).toHaveAccessibleName('Compare Mont Blanc 2011 4,810');
      await page.getByRole('radio', { name: 'Attempts' }).check();
      await expect(names(page)).toHaveCount(3);
      await stage(page).getByRole('button', { name: /K2/ }).click();
      await expect(page).toHaveURL(/sort=year/);
      await expect(page).toHaveURL(/show=attempts/);
      await expect(page).toHaveURL(/compare=everest%2Ck2/);
      await expect(page).toHaveURL(/lang=en/);
      await expect(page.getByText('Everest stands 237 m above K2.')).toBeVisible();
      await expect(page.getByText('8 years lie between the two expeditions.')).toBeVisible();
      await page.reload();
      await expect(names(page)).toHaveCount(3);
      await expect(page.getByRole('radio', { name: 'Year' })).toBeChecked();
      await expect(page.getByText('Everest stands 237 m above K2.')).toBeVisible();
    },
  );

  test('works by keyboard', async ({ page }) => {
    await page.goto('/expeditions?lang=en');
    await page.getByRole('radio', { name: 'Height' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Year' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const line = page.getByRole('slider', { name: 'Altitude line' });
    await expect(line).toBeFocused();
    await expect(line).toHaveAttribute('aria-valuetext', /50 % .* 11 mountains stand higher/);
    await page.keyboard.press('End');
    await expect(line).toHaveAttribute('aria-valuetext', /^9,000\sm.* 0 mountains stand higher/);
    await page.keyboard.press('Tab');
    await expect(names(page).first()).toBeFocused();
    await page.keyboard.press('Space');
    await expect(names(page).first()).toHaveAttribute('aria-pressed', 'true');
    await expect(pressed(page)).toHaveCount(2);
    await page.keyboard.press('Space');
    await expect(pressed(page)).toHaveCount(1);
    await expect(page.getByText('Choose two mountains, here or in the drawing')).toBeVisible();
    await page.getByRole('combobox', { name: 'Second mountain' }).focus();
    await page.keyboard.press('v');
    await expect(page.getByText('Everest stands 3,956 m above Vinson.')).toBeVisible();
  });

  test('has a table with links to each mountain', async ({ page }) => {
    await page.goto('/expeditions?lang=en');
    await page.getByText('The same mountains as a table').first().click();
    const table = page.getByRole('table', { name: 'The same mountains as a table' });
    await expect(table.getByRole('row')).toHaveCount(15);
    await expect(table.getByRole('row', { name: /Manaslu/ })).toContainText('Attempt');
    await table.getByRole('link', { name: 'Manaslu' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Manaslu' })).toBeFocused();
    await expect(
      page.getByText(/did not reach the summit, because of the risk of avalanches/),
    ).toBeVisible();
  });

  test(
    'reads from right to left in Arabic, with its words',
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto('/expeditions?lang=ar');
      const buttons = page.getByRole('group', { name: /بمقياس واحد/ }).getByRole('button');
      await expect(buttons.first()).toHaveAccessibleName('قارن إيفرست 2017 8,848');
      const [first, second] = [
        await buttons.nth(0).boundingBox(),
        await buttons.nth(1).boundingBox(),
      ];
      expect(first?.x ?? 0).toBeGreaterThan(second?.x ?? 0);
      await expect(page.getByText('إيفرست أعلى من كليمنجارو بفارق 2,953 م.')).toBeVisible();
      await expect(page.getByText('بين الرحلتين 6 سنوات.')).toBeVisible();
    },
  );
});

test(
  'the map names its mountains, and each name is a way to one',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/expeditions?lang=fr');
    const map = page.getByRole('list', { name: 'Les montagnes sur la carte' });
    await expect(map.getByRole('link')).toHaveCount(14);
    await map.getByRole('link', { name: /Elbrouz/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Elbrouz' })).toBeFocused();
    await expect(page).toHaveURL(/\/achievement\/elbrus\?lang=fr/);
  },
);

test.describe('a mountain', () => {
  test('shows its facts, and which are indicative', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/achievement/mont-blanc?lang=en');
    await expect(page.getByRole('heading', { level: 1, name: 'Mont Blanc' })).toBeVisible();
    await expect(page.getByText('Also climbed in 2016')).toBeVisible();
    const facts = page.getByRole('region', { name: 'Facts' });
    for (const fact of ['4,810 m', '2011', 'France', 'Europe', '3 days', '≈ −15 °C', '≈ 2–4']) {
      await expect(facts.getByText(fact, { exact: true })).toBeVisible();
    }
    await expect(facts.getByText('Goûter (indicative)')).toBeVisible();
    await expect(facts.getByText(/not a record of mine/)).toBeVisible();
  });

  test('leads to the next one and back to all', async ({ page }) => {
    await page.goto('/achievement/k2?lang=en');
    // The prerendered styles are restored before hydration, so that they change with the mountain.
    const theme = page.getByRole('article');
    await expect(page.locator('[data-style]')).toHaveCount(0);
    await expect(theme).toHaveAttribute('style', /--peak:.*--color-sky:/);
    const others = page.getByRole('navigation', { name: 'Other mountains' });
    await others.getByRole('link', { name: /Next mountain/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kilimanjaro' })).toBeFocused();
    await expect(theme).toHaveAttribute('style', /--peak:/);
    await expect(theme).not.toHaveAttribute('style', /--color-sky:/);
    await page.getByRole('link', { name: 'All expeditions' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /Fourteen mountains/ })).toBeFocused();
  });

  test('opens its views by keyboard, and restores the focus', async ({ page }) => {
    await page.goto('/achievement/everest?lang=en');
    const view = page.getByRole('button', { name: 'Open the view: Everest by night' });
    await view.focus();
    await page.keyboard.press('Enter');
    const lightbox = page.getByRole('dialog');
    await expect(lightbox.getByRole('img', { name: 'Everest by night' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(lightbox.getByRole('img', { name: 'Everest from near' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(lightbox).toBeHidden();
    await expect(view).toBeFocused();
  });

  test('shows another picture if its own is missing', async ({ page, complaints }) => {
    complaints.expect(/404|Failed to load resource/);
    await page.route('**/art/everest-day.svg', (route) => route.fulfill({ status: 404 }));
    await page.goto('/achievement/everest?lang=en');
    const picture = page.getByRole('button', { name: /Everest by day/ }).locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveAttribute('src', '/art/everest.svg');
  });
});

test.describe('an unknown mountain', () => {
  test('shows a message and a link home', async ({ page, complaints }) => {
    complaints.expect(/status of 404/);
    const answer = await page.goto('/achievement/nowhere?lang=en');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Achievement Not Found' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Everest/ })).toBeVisible();
    await page.getByRole('link', { name: 'Return Home' }).click();
    await expect(page).toHaveURL(/\/\?lang=en/);
  });

  test('has a search by keyboard', async ({ page, complaints }) => {
    complaints.expect(/status of 404/);
    await page.goto('/no/such/page?lang=fr');
    const search = page.getByRole('search');
    // Typing works only after hydration.
    await expect(async () => {
      await page.getByRole('searchbox', { name: 'Chercher sur le site' }).fill('');
      await page.keyboard.type('elbr');
      await expect(search.getByText('1 résultat')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.press('Tab');
    await expect(search.getByRole('link', { name: /Elbrouz/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Elbrouz' })).toBeVisible();
  });
});
