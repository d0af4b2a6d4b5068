import { chromium, type Browser } from '@playwright/test';
import type { Backend } from '../e2e/backend.ts';
import { addPhotograph, makePhotograph, type Motif, type Photograph } from './photographs.ts';

const slug = 'a-post-with-photographs';

/** The pages that show the photographs. */
export const photographedPages = ['/', '/achievement/k2', `/blog/${slug}`, '/story', '/book'].map(
  (page) => `${page}?lang=en`,
);

/** The pages with several photographs in the flow of a text or in a gallery. */
export const pagesOfManyPhotographs = photographedPages.slice(1, 3);

const sizes: Record<Motif, Pick<Photograph, 'width' | 'height'>> = {
  mountain: { width: 4000, height: 3000 },
  portrait: { width: 3000, height: 4000 },
  cover: { width: 1600, height: 2400 },
};

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });

/** Gives the site photographs wherever the owner may set them: a hero and a gallery, a post, a portrait, a cover. */
export async function addPhotographs(service: Backend, browser: Browser): Promise<void> {
  const page = await browser.newPage();
  let seed = 0;
  const add = async (motif: Motif) => {
    seed += 1;
    const file = await makePhotograph(page, { motif, ...sizes[motif], seed });
    const alt_en = `A photograph: ${motif} ${seed}`;
    const picture = await addPhotograph(service, file, { alt_en, credit_en: 'Photo: Sara B.' });
    return { ...picture, ...sizes[motif], alt_en };
  };
  const [hero, portrait, cover, featured] = [
    await add('mountain'),
    await add('portrait'),
    await add('cover'),
    await add('mountain'),
  ];
  const shown = [await add('mountain'), await add('portrait'), await add('mountain')];
  await page.close();

  const { data: k2 } = await service
    .from('expeditions')
    .update({ picture_id: hero.id })
    .eq('slug', 'k2')
    .select('id')
    .single()
    .throwOnError();
  await service
    .from('expedition_pictures')
    .insert(
      shown.map(({ id }, at) => ({ expedition_id: k2.id, picture_id: id, display_order: at })),
    )
    .throwOnError();
  const paragraph = `<p>${'The wind came before the light, and we waited for both. '.repeat(12)}</p>`;
  const figures = shown.map(
    ({ path, alt_en, width, height }) =>
      `${paragraph}<figure><img src="/storage/v1/object/public/media/${path}" alt="${alt_en}" width="${width}" height="${height}"><figcaption>${alt_en}</figcaption></figure>`,
  );
  await service
    .from('blog_posts')
    .insert({
      slug,
      status: 'published',
      published_at: '2026-01-01',
      title_en: 'A post with photographs',
      excerpt_en: 'Four of them, in the text and before it.',
      content_en: figures.join('') + paragraph,
      picture_id: featured.id,
    })
    .throwOnError();
  for (const [key, { id }] of [
    ['story.portrait', portrait],
    ['book.cover', cover],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- two settings
    await service.from('site_settings').update({ value: id }).eq('key', key).throwOnError();
}
