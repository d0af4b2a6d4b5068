import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { drawnMountains } from '../src/art/mountains';
import { overflow, violations } from './accessible';
import { chooseLanguage } from './choose-language';
import { expect, test } from './fixtures';

const languages = ['en', 'fr', 'ar'];
const wide = { width: 1440, height: 900 };
const narrow = { width: 320, height: 640 }; // CSS pixels: 1280 at 400 % (WCAG 1.4.10)

// By turns. The document is loaded in the first language on a wide screen, and ends in the last on a narrow
// one. axe runs on these two, one in each color scheme and one of them in Arabic: a run takes as long as loading
// does, and each width has the same elements.
const turns = [
  { order: ['en', 'fr', 'ar'], onWide: 'light', onNarrow: 'dark' },
  { order: ['ar', 'en', 'fr'], onWide: 'dark', onNarrow: 'light' },
  { order: ['fr', 'en', 'ar'], onWide: 'dark', onNarrow: 'light' },
  { order: ['ar', 'fr', 'en'], onWide: 'light', onNarrow: 'dark' },
] as const;

/** Every page of dist/pages.json, one for each pattern. */
const pages = patterns().map((pattern) => {
  if (pattern === '/confirmation') return '/confirmation?order=AB12CD34';
  return pattern.replace(':id', 'k2').replace(':slug', 'turning-back-is-a-decision');
});

/** The other pages of one pattern: each is visited once, in one of the languages by turns. */
const otherMountains = drawnMountains
  .filter(({ slug }) => slug !== 'k2')
  .map(({ slug }, at) => ({
    path: `/achievement/${slug}`,
    language: languages[at % languages.length] ?? 'en',
  }));

function patterns(): string[] {
  const file = fileURLToPath(new URL('../dist/pages.json', import.meta.url));
  const list: { public: { path: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  return list.public.map(({ path }) => path);
}

const inLanguage = (path: string, language: string) =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

/** Polled, since viewport units change with the next frame. */
const expectNoOverflow = (page: Page, language: string): Promise<void> =>
  expect.poll(() => overflow(page), `beyond 320 px in ${language}`).toBe(0);

/** Console messages of any kind: a difference that hydration finds is one. */
function messagesOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (!message.text().includes('Service Worker registration blocked')) said.push(message.text());
  });
  return said;
}

/** The properties that Chromium's compositor animates: 60 frames a second, if the page scrolls or not. */
const composited = /transform|translate|rotate|scale|opacity|filter/;

/** The properties that scrolling animates on the page. */
const animatedByScrolling = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => !(timeline instanceof DocumentTimeline))
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
      .flatMap((frame) => Object.keys(frame)),
  );

// Both widths and all languages in one visit, since loading the document takes the time.
test.describe('at 1440 and 320 px', () => {
  for (const [at, path] of pages.entries()) {
    const { order, onWide, onNarrow } = turns[at % turns.length] ?? turns[0];
    const [first, second, last] = order;
    test(`${path} is accessible, does not overflow and has no sound`, async ({ page }) => {
      const said = messagesOf(page);
      await page.setViewportSize(wide);
      await page.emulateMedia({ colorScheme: onWide });
      await page.goto(inLanguage(path, first));
      await expectShown(page, first);
      const animated = await animatedByScrolling(page);
      expect(animated.filter((property) => composited.test(property))).toEqual([]);
      expect(await violations(page), `axe in ${first}, ${onWide}, wide`).toEqual([]);

      await page.setViewportSize(narrow);
      await page.emulateMedia({ colorScheme: onNarrow });
      await expectNoOverflow(page, first);
      await chooseLanguage(page, second);
      await expectShown(page, second);
      await expectNoOverflow(page, second);
      await chooseLanguage(page, last);
      await expectShown(page, last);
      await expectNoOverflow(page, last);
      expect(await violations(page), `axe in ${last}, ${onNarrow}, narrow`).toEqual([]);
      expect(said).toEqual([]);
    });
  }

  for (const { path, language } of otherMountains) {
    test(`${path} is accessible, does not overflow and has no sound`, async ({ page }) => {
      const said = messagesOf(page);
      await page.setViewportSize(narrow);
      await page.goto(inLanguage(path, language));
      await expectShown(page, language);
      expect(await violations(page), `axe in ${language}`).toEqual([]);
      await expectNoOverflow(page, language);
      expect(said).toEqual([]);
    });
  }
});

async function expectShown(page: Page, language: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  // Not prerendered: these two depend on what the user did before.
  const readable = pages.filter((path) => !/^\/(?:checkout|confirmation)/.test(path));

  // Visibility depends on the styles, not on the language: one is shown, by turns, and all are read.
  test('every page has its title, text and links', async ({ page, request }) => {
    test.setTimeout(180_000);
    for (const [at, path] of readable.entries()) {
      /* oxlint-disable no-await-in-loop */
      const where = inLanguage(path, languages[at % languages.length] ?? 'en');
      await page.goto(where);
      await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1);
      const words = await page.getByRole('main').innerText();
      expect(words.length, where).toBeGreaterThan(120);
      expect(await page.getByRole('link').count(), where).toBeGreaterThan(10);
      for (const language of languages) {
        const html = await (await request.get(inLanguage(path, language))).text();
        expect(html.match(/<h1\b/g), `${path} in ${language}`).toHaveLength(1);
        expect(html, path).toContain(`<html lang="${language}"`);
        expect(textOfMain(html).length, `${path} in ${language}`).toBeGreaterThan(120);
      }
      /* oxlint-enable no-await-in-loop */
    }
  });

  // Parsed as text, since a browser would take half a minute. Whether a path exists does not depend on the
  // language.
  test('no link of any page is dead', async ({ request }) => {
    test.setTimeout(180_000);
    const found = new Map<string, string>();
    const linking = [...readable, ...otherMountains.map(({ path }) => path)];
    for (const [at, path] of linking.entries()) {
      const language = languages[at % languages.length] ?? 'en';
      // oxlint-disable-next-line no-await-in-loop
      const html = await (await request.get(inLanguage(path, language))).text();
      for (const [, link = ''] of html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g)) {
        found.set(link.replaceAll('&amp;', '&').replace(/([?&])lang=\w+(?:&|$)/, '$1'), path);
      }
    }
    expect(found.size).toBeGreaterThan(50);
    const dead: string[] = [];
    for (const [link, from] of found) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await request.get(link, { headers: { accept: '*/*' } });
      if (answer.status() !== 200) dead.push(`${link} on ${from}: ${answer.status()}`);
    }
    expect(dead).toEqual([]);
  });
});

/** The text between the tags of the main element. */
const textOfMain = (html: string) =>
  /<main\b[^>]*>(.*)<\/main>/s
    .exec(html)?.[1]
    ?.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, '') ?? '';

// The offline page is shown by the service worker.
test('every page is linked in the frame or by a page that is', async ({ request }) => {
  test.setTimeout(180_000);
  const linksOf = async (path: string) => {
    const html = await (await request.get(inLanguage(path, 'fr'))).text();
    return [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"#?]*)/g)].map(([, link = '']) => link);
  };
  const reached = async () => {
    const frame = new Set(await linksOf('/privacy'));
    const below = await Promise.all([...frame].map(linksOf));
    return new Set([...frame, ...below.flat()]);
  };
  const unreached = async () => {
    const links = [...(await reached())];
    return patterns().filter((pattern) => {
      const form = new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`);
      return !links.some((link) => form.test(link));
    });
  };
  // Polled: rows are rendered behind the first answer.
  await expect.poll(unreached, { timeout: 120_000 }).toEqual(['/offline']);
  const links = await reached();
  expect(drawnMountains.filter(({ slug }) => !links.has(`/achievement/${slug}`))).toEqual([]);
});

// What a browser shows of one is in pages.spec.ts.
test('an unknown path is a 404 in the language of the visit', async ({ request }) => {
  const nowhere = [
    '/no-such-page',
    '/achievement/toubkal',
    '/blog/no-such-post',
    '/story/more',
    '/Book/x',
  ];
  for (const path of nowhere) {
    /* oxlint-disable no-await-in-loop */
    const answer = await request.get(inLanguage(path, 'ar'));
    expect(answer.status(), path).toBe(404);
    const html = await answer.text();
    expect(html, path).toMatch(/<html[^>]* dir="rtl"/);
    expect(html.match(/<h1\b/g), path).toHaveLength(1);
    /* oxlint-enable no-await-in-loop */
  }
});

test('styles and scripts in HTML are blocked, which fails a test', async ({ page, complaints }) => {
  complaints.expect(/^style-src-attr blocks inline|^script-src-attr blocks inline/);
  complaints.expect(/violates the following Content Security Policy directive/);
  await page.goto('/privacy?lang=en');
  const added = await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p style="color: rgb(1 2 3)"><img src="data:," onerror="document.title = 1"></p>',
    );
    const { lastElementChild: paragraph } = document.body;
    return paragraph === null ? '' : getComputedStyle(paragraph).color;
  });
  expect(added).not.toBe('rgb(1, 2, 3)');
  await expect
    .poll(() => complaints.logged)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^style-src-attr blocks inline/),
        expect.stringMatching(/^script-src-attr blocks inline/),
      ]),
    );
});
