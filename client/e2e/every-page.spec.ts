import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawnMountains } from '../src/art/mountains';
import { overflow, violations } from './accessible';
import { expect, test } from './fixtures';

const languages = ['en', 'fr', 'ar'];
/** Colours do not depend on the language: both are checked in one, and one in each of the others. */
const schemesIn = (language: string): ('light' | 'dark')[] =>
  language === 'en' ? ['light', 'dark'] : [language === 'ar' ? 'dark' : 'light'];
const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const narrow = { width: 320, height: 640 }; // CSS pixels: 1280 at 400 % (WCAG 1.4.10)

/** Every page of dist/pages.json; a pattern is replaced by all or one of its pages. */
const pages = patterns().flatMap((pattern) => {
  if (pattern === '/achievement/:id')
    return drawnMountains.map(({ slug }) => `/achievement/${slug}`);
  if (pattern === '/confirmation') return ['/confirmation?order=AB12CD34'];
  return [pattern.replace(/:\w+/, 'turning-back-is-a-decision')];
});

function patterns(): string[] {
  const file = fileURLToPath(new URL('../dist/pages.json', import.meta.url));
  const list: { public: { path: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  return list.public.map(({ path }) => path);
}

const inLanguage = (path: string, language: string) =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

// All widths in one visit, since loading the document takes the time.
test.describe('at 1440, 360 and 320 px', () => {
  for (const path of pages) {
    test(`${path} is accessible, does not overflow and has no sound`, async ({ page }) => {
      test.setTimeout(120_000);
      const said: string[] = [];
      page.on('console', (message) => {
        if (!message.text().includes('Service Worker registration blocked'))
          said.push(message.text());
      });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const language of languages) {
        /* oxlint-disable no-await-in-loop -- one page, one language after the other */
        await page.setViewportSize(wide);
        await page.goto(inLanguage(path, language));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        for (const size of [wide, phone]) {
          await page.setViewportSize(size);
          for (const colorScheme of schemesIn(language)) {
            await page.emulateMedia({ colorScheme });
            const where = `axe in ${language}, ${colorScheme}, at ${size.width} px`;
            expect(await violations(page), where).toEqual([]);
          }
        }
        await page.setViewportSize(narrow);
        // Polled, since viewport units change with the next frame.
        await expect.poll(() => overflow(page), `beyond 320 px in ${language}`).toBe(0);
        /* oxlint-enable no-await-in-loop */
      }
      expect(said).toEqual([]);
    });
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  // Not prerendered: these two depend on what the user did before.
  const readable = pages.filter((path) => !/^\/(?:checkout|confirmation)/.test(path));

  test('every page has its title, text and links', async ({ page }) => {
    test.setTimeout(180_000);
    for (const path of readable) {
      for (const language of languages) {
        /* oxlint-disable no-await-in-loop */
        const where = inLanguage(path, language);
        await page.goto(where);
        await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1);
        const words = await page.getByRole('main').innerText();
        expect(words.length, where).toBeGreaterThan(120);
        expect(await page.getByRole('link').count(), where).toBeGreaterThan(10);
        /* oxlint-enable no-await-in-loop */
      }
    }
  });

  // Parsed as text, since a browser would take half a minute.
  test('no link of any page is dead', async ({ request }) => {
    test.setTimeout(180_000);
    const found = new Map<string, string>();
    for (const path of readable) {
      for (const language of languages) {
        /* oxlint-disable no-await-in-loop */
        const html = await (await request.get(inLanguage(path, language))).text();
        /* oxlint-enable no-await-in-loop */
        for (const [, link = ''] of html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g)) {
          found.set(link.replaceAll('&amp;', '&'), path);
        }
      }
    }
    expect(found.size).toBeGreaterThan(60);
    const dead: string[] = [];
    for (const [link, from] of found) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await request.get(link, { headers: { accept: '*/*' } });
      if (answer.status() !== 200) dead.push(`${link} on ${from}: ${answer.status()}`);
    }
    expect(dead).toEqual([]);
  });
});

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

test('an unknown path is a 404 in the language of the visit', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  const nowhere = [
    '/no-such-page',
    '/achievement/toubkal',
    '/blog/no-such-post',
    '/story/more',
    '/Book/x',
  ];
  for (const path of nowhere) {
    /* oxlint-disable no-await-in-loop */
    const answer = await page.goto(inLanguage(path, 'ar'));
    expect(answer?.status(), path).toBe(404);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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
