import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { overflow, violations } from './accessible';
import { makeOrder, type Backend } from './backend';
import { chooseLanguage } from './choose-language';
import { expect, test } from './fixtures';

const narrow = { width: 320, height: 640 }; // CSS pixels: 1280 at 400 % (WCAG 1.4.10)

/** Every screen of dist/pages.json. */
const screens = patterns().filter((path) => path !== '/admin');

function patterns(): string[] {
  const file = fileURLToPath(new URL('../dist/pages.json', import.meta.url));
  const list: { admin: string[] } = JSON.parse(readFileSync(file, 'utf8'));
  return list.admin;
}

/** A path for a pattern: /admin/blog/edit/:id is that of a post. */
async function addressOf(pattern: string, service: Backend): Promise<string> {
  if (pattern.includes(':group')) return pattern.replace(':group', 'book');
  if (!pattern.includes(':id')) return pattern;
  if (pattern.includes('newsletters')) {
    const row = { subject_ar: 'المخيم', body_ar: '<p>وصلنا</p>' };
    const made = await service.from('newsletters').insert(row).select('id').single().throwOnError();
    return pattern.replace(':id', made.data.id);
  }
  const { data } = await service.from('blog_posts').select('id').limit(1).single().throwOnError();
  return pattern.replace(':id', data.id);
}

const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const light = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
const dark = { reducedMotion: 'reduce', colorScheme: 'dark' } as const;

// Each language on both screen sizes, and each size in both color schemes.
const variants = [
  { language: 'en', onDesktop: light, onPhone: dark },
  { language: 'ar', onDesktop: dark, onPhone: light },
];

// By turns. axe runs twice on each screen, which covers both languages, widths and color schemes: a run takes as
// long as loading does, and each width has the same elements.
const turns = [
  {
    onWide: { language: 'en', colorScheme: 'light' },
    onNarrow: { language: 'ar', colorScheme: 'dark' },
  },
  {
    onWide: { language: 'ar', colorScheme: 'light' },
    onNarrow: { language: 'en', colorScheme: 'dark' },
  },
  {
    onWide: { language: 'en', colorScheme: 'dark' },
    onNarrow: { language: 'ar', colorScheme: 'light' },
  },
  {
    onWide: { language: 'ar', colorScheme: 'dark' },
    onNarrow: { language: 'en', colorScheme: 'light' },
  },
] as const;

for (const [at, pattern] of screens.entries()) {
  test.describe(pattern, () => {
    test.use({ who: pattern === '/admin/login' ? 'visitor' : 'super_admin' });

    test('is accessible and does not overflow', async ({ page, service, name }) => {
      const { onWide, onNarrow } = turns[at % turns.length] ?? turns[0];
      await makeOrder(service, name);
      const address = await addressOf(pattern, service);
      await page.setViewportSize(narrow);
      await page.emulateMedia({ colorScheme: onWide.colorScheme });
      await page.goto(`${address}?lang=${onWide.language}`);
      await expectShown(page, onWide.language);
      await expectNoOverflow(page, onWide.language);
      await page.setViewportSize(wide);
      expect(await violations(page), `wide, ${JSON.stringify(onWide)}`).toEqual([]);

      // The document is loaded once, which takes the time; the password screen has no switch.
      if (pattern === '/admin/password') await page.goto(`${address}?lang=${onNarrow.language}`);
      else await chooseLanguage(page, onNarrow.language);
      await expectShown(page, onNarrow.language);
      await page.setViewportSize(narrow);
      await page.emulateMedia({ colorScheme: onNarrow.colorScheme });
      await expectNoOverflow(page, onNarrow.language);
      expect(await violations(page), `narrow, ${JSON.stringify(onNarrow)}`).toEqual([]);
    });
  });
}

async function expectShown(page: Page, language: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Polled, since viewport units change with the next frame. */
const expectNoOverflow = (page: Page, language: string): Promise<void> =>
  expect.poll(() => overflow(page), `beyond 320 px in ${language}`).toBe(0);

test.describe('dialogs', () => {
  test.use({ who: 'super_admin' });

  const forms = ['book-reviews', 'expeditions', 'users'].map((name) => `/admin/${name}?open=new`);

  for (const { language, onDesktop, onPhone } of variants) {
    test(`is accessible in ${language}`, async ({ page, service, name }) => {
      test.setTimeout(120_000);
      await page.emulateMedia(onDesktop);
      const dialog = page.getByRole('dialog');
      for (const form of forms) {
        /* oxlint-disable no-await-in-loop -- one form after the other */
        await page.goto(`${form}&lang=${language}`);
        await expect(dialog, form).toBeVisible();
        expect(await violations(page), form).toEqual([]);
        /* oxlint-enable no-await-in-loop */
      }
      const { id } = await makeOrder(service, name);
      await page.goto(`/admin/book-orders?open=${id}&lang=${language}`);
      await expect(dialog).toContainText(name);
      await page.waitForLoadState('networkidle');
      expect(await violations(page), 'an order').toEqual([]);
      await page.setViewportSize(phone);
      await page.emulateMedia(onPhone);
      expect(await violations(page), 'an order on a phone').toEqual([]);
      await page.setViewportSize(wide);
      await page.emulateMedia(onDesktop);
      await page.goto(`/admin/dashboard?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('?');
      await expect(dialog).toBeVisible();
      expect(await violations(page), 'the keys').toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(dialog.getByRole('combobox')).toBeFocused();
      expect(await violations(page), 'the palette').toEqual([]);
    });
  }
});
