import type { Page } from '@playwright/test';
import { addPhotograph, makePhotograph } from '../../audit/photographs.ts';
import { expect, test } from '../fixtures';
import { startOwnProgram } from '../own-program';
import { visit } from '../visit';

/** The sum of the layout shifts so far, as Lighthouse counts them. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => {
          for (const entry of observer.takeRecords())
            if (Reflect.get(entry, 'hadRecentInput') !== true)
              sum += Number(Reflect.get(entry, 'value'));
          resolve(sum);
        });
      }),
  );

const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

// In a program of its own: the portrait and the cover are settings of the whole site.
test('photographs take the place of the drawings, which return without them', async ({
  page,
  visitor,
  browser,
  complaints,
}) => {
  complaints.expect(/status of 40[04]/);
  const { service, url, stop } = await startOwnProgram();
  try {
    const post = 'a-photo';
    await page.goto(`${url}/offline?lang=en`);
    const photograph = { motif: 'mountain', width: 4000, height: 3000, seed: 1 } as const;
    const shown = await addPhotograph(service, await makePhotograph(page, photograph), {
      alt_en: 'A white mountain in the evening',
      alt_ar: 'جبل أبيض في المساء',
      credit_en: 'Photo: Sara B.',
      focal_x: 0.7,
      focal_y: 0.4,
    });
    const picture_id = shown.id;
    const { data: k2 } = await service
      .from('expeditions')
      .update({ picture_id })
      .eq('slug', 'k2')
      .select('id')
      .single()
      .throwOnError();
    await service
      .from('expedition_pictures')
      .insert({ expedition_id: k2.id, picture_id })
      .throwOnError();
    await service
      .from('blog_posts')
      .insert({
        slug: post,
        status: 'published',
        published_at: '2026-01-01',
        title_en: 'A photo',
        content_en: '<p>Text</p>',
        picture_id,
      })
      .throwOnError();
    for (const key of ['story.portrait', 'book.cover'])
      await service
        .from('site_settings')
        .update({ value: picture_id })
        .eq('key', key)
        .throwOnError();

    await test.step('each page shows the photograph, and does not shift', async () => {
      for (const [width, height] of [
        [360, 740],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const language of ['en', 'ar']) {
          const alt = language === 'en' ? /A white mountain/ : /جبل أبيض/;
          for (const path of [
            '/achievement/k2',
            `/blog/${post}`,
            '/story',
            '/book',
            '/blog',
            '/',
          ]) {
            await page.goto(`${url}${path}?lang=${language}`);
            const photo = page.locator('main .photo > img[srcset]').first();
            await photo.scrollIntoViewIfNeeded();
            await expect.poll(() => photo.evaluate(isLoaded), { message: path }).toBe(true);
            await expect(photo).toHaveAttribute('srcset', /width=360 360w.*width=1920 1920w$/);
            await expect(photo).toHaveAttribute('width', '4000');
            if (path !== '/book' && path !== '/blog')
              await expect(photo).toHaveAttribute('alt', alt);
            expect(await shiftOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0.02);
            const over = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            expect(over, `${path} at ${width} px`).toBeLessThanOrEqual(0);
          }
        }
      }
    });

    await test.step('the gallery opens it', async () => {
      await visit(page, `${url}/achievement/k2?lang=en`);
      await page.getByRole('button', { name: /A white mountain/ }).click();
      const dialog = page.getByRole('dialog');
      await expect(
        dialog.getByRole('img', { name: 'A white mountain in the evening' }),
      ).toBeVisible();
      await expect(dialog.getByText('Photo: Sara B.')).toBeVisible();
    });

    await test.step('it is in the pages without scripts', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      for (const path of ['/achievement/k2', `/blog/${post}`, '/story', '/blog']) {
        await plain.goto(`${url}${path}?lang=en`);
        await expect(plain.locator('.photo > img[srcset]').first(), path).toBeVisible();
      }
      await context.close();
    });

    await test.step('the drawings return when its file is gone', async () => {
      const { error } = await service.storage.from('media').remove([shown.path]);
      expect(error).toBeNull();
      // Another browser, which has not cached the file.
      await visit(visitor, `${url}/achievement/k2?lang=en`);
      await expect(visitor.locator('.page-hero .ridge-scene')).toBeVisible();
      await expect(visitor.locator('.page-hero .photo')).toHaveCount(0);
      await visit(visitor, `${url}/blog/${post}?lang=en`);
      await expect(visitor.locator('header .ridge-scene').first()).toBeVisible();
      await visit(visitor, `${url}/story?lang=en`);
      await expect(visitor.locator('main .photo')).toHaveCount(0);
    });
    // They would log that the program has gone.
    for (const open of [page, visitor]) await open.goto('about:blank');
  } finally {
    await stop();
  }
});
