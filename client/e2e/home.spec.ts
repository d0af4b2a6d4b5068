import type { Page } from '@playwright/test';
import { chooseLanguage } from './choose-language';
import { expect, test } from './fixtures';
import { startOwnProgram, type OwnProgram } from './own-program';

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
      await page.goto(`${program.url}/?lang=en`);
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

  test('opens and closes by keyboard', async ({ page }) => {
    await page.goto(`${program.url}/?lang=en`);
    const opener = page.getByRole('button', { name: 'Watch the film' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'The film' })).toBeVisible();
    const shown = await page.locator('main p.display').first().textContent();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page.locator('main p.display').first()).toHaveText(shown ?? '');
  });

  test('is loaded only after a click on its poster', async ({ page }) => {
    await page.goto(`${program.url}/film?lang=fr`);
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: /Lire la bande-annonce/ }).click();
    await expect(page.locator('iframe')).toHaveAttribute('src', new RegExp(`embed/${film}`));
  });
});

test.describe('the slideshow', () => {
  const title = (page: Page) => page.locator('main p.display').first();

  test('advances by itself, and can be paused', { tag: '@phone' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto('/?lang=en');
    await expect(title(page)).toHaveText('Everest');
    await expect(page.getByRole('button', { name: 'Pause the slideshow' })).toBeVisible();
    await page.clock.runFor(6_500);
    await expect(title(page)).toHaveText('Vinson');
    await page.getByRole('button', { name: 'Pause the slideshow' }).click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(30_000);
    await expect(title(page)).toHaveText('Vinson');
  });

  test('is paused with prefers-reduced-motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/?lang=en');
    await expect(page.getByRole('button', { name: 'Play the slideshow' })).toBeVisible();
    await page.clock.runFor(30_000);
    await expect(title(page)).toHaveText('Everest');
  });

  test('turns by the arrow keys, forward being left in Arabic', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/?lang=ar');
    await expect(page.getByRole('button', { name: 'الجبل التالي' })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(title(page)).toHaveText('فينسون');
    await page.keyboard.press('ArrowRight');
    await expect(title(page)).toHaveText('إيفرست');
  });
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
    /* oxlint-disable no-await-in-loop -- one width after the other */
    await page.setViewportSize({ width, height: tall });
    await page.goto('/?lang=en');
    const heights = [await height()];
    for (let slide = 0; slide < 14; slide++) {
      await page.getByRole('button', { name: 'Next mountain' }).click();
      heights.push(await height());
    }
    expect(new Set(heights).size, `${width} px: ${heights.join(' ')}`).toBe(1);
    /* oxlint-enable no-await-in-loop */
  }
});

test.describe('the highlights', () => {
  const row = (page: Page) => page.getByRole('list', { name: 'In the media' });
  const place = (page: Page) => row(page).evaluate((list) => Math.round(list.scrollLeft));
  const room = (page: Page) => row(page).evaluate((list) => list.scrollWidth - list.clientWidth);

  const show = async (page: Page) => {
    await page.goto('/?lang=en');
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

  test('wrap by the keyboard too', async ({ page }) => {
    await show(page);
    const end = await room(page);
    await page.getByRole('button', { name: 'Previous highlights' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => place(page)).toBeGreaterThan(end - 3);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Next highlights' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => place(page)).toBe(0);
  });

  test('open a gallery that is paged through', { tag: '@phone' }, async ({ page }) => {
    await show(page);
    const opener = page.getByRole('button', { name: /^View Gallery/ }).first();
    await opener.click();
    const gallery = page.getByRole('dialog', { name: 'Gallery' });
    await expect(gallery.getByText('First North African woman on Everest')).toBeVisible();
    await gallery.getByRole('button', { name: 'Next picture' }).click();
    await expect(gallery.getByText('Seven Summits: the list is complete')).toBeVisible();
    await gallery.getByRole('button', { name: 'Close' }).click();
    await expect(gallery).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('open a gallery by keyboard', async ({ page }) => {
    await show(page);
    const opener = page.getByRole('button', { name: /^View Gallery/ }).nth(1);
    await opener.focus();
    await page.keyboard.press('Enter');
    const gallery = page.getByRole('dialog', { name: 'Gallery' });
    await expect(gallery.getByText('Seven Summits: the list is complete')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(gallery.getByText('First North African woman on Everest')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gallery).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('page the other way in Arabic', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/?lang=ar');
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

test('a summit leads to its page', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/?lang=en');
  await page.getByRole('main').getByRole('link', { name: 'Denali' }).click();
  await expect(page).toHaveURL(/\/achievement\/denali\?lang=en/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Denali');
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page has its mountain and links', async ({ page }) => {
    await page.goto('/?lang=ar');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('.ridge-lines path').count()).toBeGreaterThan(10);
    await expect(page.getByRole('main').getByRole('link', { name: 'كليمنجارو' })).toBeVisible();
  });
});

test('the hero fits a window of 1440 by 900 in each language', async ({ page }) => {
  const hero = page.locator('main section').first();
  await page.goto('/?lang=en');
  expect((await hero.boundingBox())?.height).toBe(900);
  for (const language of ['fr', 'ar']) {
    /* oxlint-disable no-await-in-loop -- one language after the other */
    await chooseLanguage(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect((await hero.boundingBox())?.height, language).toBe(900);
    /* oxlint-enable no-await-in-loop */
  }
});
