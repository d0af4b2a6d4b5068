import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures';
import { startOwnProgram, type OwnProgram } from '../own-program';

// The settings are those of the whole site, so these flows have a program of their own.
// In one worker, with one program.
test.describe.configure({ mode: 'default' });
let program: OwnProgram;
const name = `Edited ${randomUUID().slice(0, 8)}`;

test.beforeAll(async () => {
  program = await startOwnProgram();
  const { service } = program;
  await service.from('site_settings').update({ value: 1299 }).eq('key', 'book.price_mad');
  const texts = { title_en: `${name} en`, title_fr: `${name} fr`, title_ar: `${name} ar` };
  await service.from('speaking_topics').update(texts).eq('published', true);
  await service.from('media_coverage').update(texts).eq('published', true);
  await service.from('media_highlights').update(texts).eq('published', true);
  await service.from('awards').update(texts).eq('published', true);
  await service.from('blog_posts').update(texts).eq('slug', 'preparation-is-the-climb');
  await service
    .from('expeditions')
    .update({ name_en: name, name_fr: name, name_ar: name, year: 2031 })
    .eq('slug', 'k2');
});
test.afterAll(() => program.stop());

/** Pages that format dates, numbers and prices, which differ by language. */
const formatted = ['/achievement/k2', '/blog/preparation-is-the-climb', '/media', '/book'];
const others = [
  '/',
  '/story',
  '/expeditions',
  '/speaking',
  '/retreat',
  '/blog',
  '/film',
  '/contact',
  '/sponsor',
  '/privacy',
  '/media-kit',
  '/speaker-sheet',
];

for (const [turn, language] of ['en', 'fr', 'ar'].entries()) {
  // A mismatch would be a console error, which fails a test. That the interpreter writes what Node writes, in
  // each language, is tested by TestPages/as_Node: the other pages are visited in one language, by turns.
  test(`after an edit the browser takes over the pages without a difference: ${language}`, async ({
    page,
  }) => {
    test.setTimeout(300_000); // each page is rendered for the first time
    for (const path of [...formatted, ...others.filter((_, at) => at % 3 === turn)]) {
      const address = `${program.url}${path}?lang=${language}`;
      // A busy server may answer with the rows alone.
      await expect
        .poll(async () => (await page.request.get(address)).text(), { timeout: 60_000 })
        .toContain('<h1');
      await page.goto(address);
      await expect(page.locator('html[data-live]')).toBeAttached();
    }
  });
}
