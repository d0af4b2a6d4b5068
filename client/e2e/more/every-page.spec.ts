import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { drawnMountains } from '../../src/shared/art/mountains';
import {
  expectAccessible,
  expectNoOverflow,
  expectShown,
  narrow,
  violations,
  wide,
} from '../accessible';
import { chooseLanguage } from '../choose-language';
import { expect, test } from '../fixtures';
import { untilRendered } from '../visit';

const languages = ['en', 'fr', 'ar'];

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
  const file = fileURLToPath(new URL('../../dist/pages.json', import.meta.url));
  const list: { public: { path: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  return list.public.map(({ path }) => path);
}

const inLanguage = (path: string, language: string) =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

/** Console messages of any kind: a difference that hydration finds is one. */
function messagesOf(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (!message.text().includes('Service Worker registration blocked'))
      logged.push(message.text());
  });
  return logged;
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

/** Texts with a shadow: it would blur them. */
const shadowedTexts = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).textShadow !== 'none')
      .map((element) => element.textContent),
  );

// All in one visit, since loading the document takes the time.
for (const path of pages) {
  test(`${path} is accessible in each language, width and theme, does not overflow and logs nothing`, async ({
    page,
  }) => {
    const logged = messagesOf(page);
    await page.goto(inLanguage(path, 'en'));
    for (const language of languages) {
      await page.setViewportSize(wide);
      if (language !== 'en') await chooseLanguage(page, language);
      await expectShown(page, language);
      const animated = await animatedByScrolling(page);
      expect(animated.filter((property) => composited.test(property))).toEqual([]);
      await expectAccessible(page, language);
    }
    expect(await shadowedTexts(page)).toEqual([]);
    expect(logged).toEqual([]);
  });
}

test('every other mountain is accessible, does not overflow and logs nothing', async ({ page }) => {
  const logged = messagesOf(page);
  await page.setViewportSize(narrow);
  for (const { path, language } of otherMountains) {
    await page.goto(inLanguage(path, language));
    await expectShown(page, language);
    expect(await violations(page), path).toEqual([]);
    await expectNoOverflow(page, language);
  }
  expect(logged).toEqual([]);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  // Only the browser renders these two: they depend on what the user did before.
  const readable = pages.filter((path) => !/^\/(?:checkout|confirmation)/.test(path));

  // Visibility depends on the styles, not on the language: one is shown, by turns, and all are read.
  test('every page has its title, text and links', async ({ page, request }) => {
    for (const [at, path] of readable.entries()) {
      for (const language of languages) await untilRendered(page, inLanguage(path, language));
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
    }
  });

  // Parsed as text, since a browser would take half a minute. Whether a path exists does not depend on the
  // language.
  test('no link of any page is dead', async ({ page, request }) => {
    const found = new Map<string, string>();
    const linking = [...readable, ...otherMountains.map(({ path }) => path)];
    for (const [at, path] of linking.entries()) {
      const where = inLanguage(path, languages[at % languages.length] ?? 'en');
      await untilRendered(page, where);
      const html = await (await request.get(where)).text();
      for (const [, link = ''] of html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g)) {
        found.set(link.replaceAll('&amp;', '&').replace(/([?&])lang=\w+(?:&|$)/, '$1'), path);
      }
    }
    expect(found.size).toBeGreaterThan(50);
    const dead: string[] = [];
    for (const [link, from] of found) {
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
