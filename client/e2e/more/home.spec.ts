import type { Page } from '@playwright/test';
import { chooseLanguage } from '../choose-language';
import { expect, test } from '../fixtures';
import { startOwnProgram, type OwnProgram } from '../own-program';
import { visit } from '../visit';

const film = 'dQw4w9WgXcQ';

/** Replaces the player of another origin by a one-word page. */
async function stubPlayer(page: Page): Promise<void> {
  await page.route(/youtube-nocookie\.com/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>film</title>' }),
  );
}

// A film of one's own takes the place of the drawn one, which other flows play.
test.describe('the film', () => {
  let program: OwnProgram;
  test.beforeAll(async () => {
    program = await startOwnProgram();
    await program.service
      .from('site_settings')
      .upsert({ key: 'video.home_film', value: film })
      .throwOnError();
  });
  test.afterAll(() => program.stop());

  test.beforeEach(({ page }) => stubPlayer(page));

  test(
    'opens over the page, which does not scroll, and gives the focus back',
    { tag: '@phone' },
    async ({ page }) => {
      await visit(page, `${program.url}/?lang=en`);
      const opener = page.getByRole('button', { name: 'Watch the film' });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'The film' });
      await expect(dialog.locator('iframe')).toHaveAttribute('src', new RegExp(`embed/${film}`));
      await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.locator('iframe')).toHaveCount(0);
      await expect(opener).toBeFocused();
    },
  );
});

test('a longer name does not change the height of the hero', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const hero = page.getByRole('region', { name: 'Fourteen mountains' });
  const height = () => hero.evaluate((section) => section.getBoundingClientRect().height);
  for (const [width, tall] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height: tall });
    await visit(page, '/?lang=en');
    const heights = [await height()];
    for (let slide = 0; slide < 14; slide++) {
      await page.getByRole('button', { name: 'Next mountain' }).click();
      heights.push(await height());
    }
    expect(new Set(heights).size, `${width} px: ${heights.join(' ')}`).toBe(1);
  }
});

test.describe('the highlights', () => {
  const row = (page: Page) => page.getByRole('list', { name: 'In the media' });
  const place = (page: Page) => row(page).evaluate((list) => Math.round(list.scrollLeft));
  const room = (page: Page) => row(page).evaluate((list) => list.scrollWidth - list.clientWidth);

  const show = async (page: Page) => {
    await visit(page, '/?lang=en');
    await row(page).scrollIntoViewIfNeeded();
  };

  test('wrap at both ends', { tag: '@phone' }, async ({ page }) => {
    await show(page);
    const end = await room(page);
    expect(end).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Previous highlights' }).click();
    await expect.poll(() => place(page)).toBeGreaterThan(end - 3);
    await page.getByRole('button', { name: 'Next highlights' }).click();
    await expect.poll(() => place(page)).toBe(0);
  });

  test('page the other way in Arabic', { tag: '@phone' }, async ({ page }) => {
    await visit(page, '/?lang=ar');
    await page
      .getByRole('button', { name: /^عرض المعرض/ })
      .first()
      .press('Enter');
    const gallery = page.getByRole('dialog', { name: 'معرض الصور' });
    await expect(gallery).toBeVisible();
    const first = await gallery.getByRole('group').first().textContent();
    await page.keyboard.press('ArrowLeft');
    await expect(gallery.locator('[role=group]:not([inert])')).not.toHaveText(first ?? '');
  });
});

test('the hero fits a window of 1440 by 900 in each language', async ({ page }) => {
  const hero = page.locator('main section').first();
  await visit(page, '/?lang=en');
  expect((await hero.boundingBox())?.height).toBe(900);
  for (const language of ['fr', 'ar']) {
    await chooseLanguage(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect((await hero.boundingBox())?.height, language).toBe(900);
  }
});
