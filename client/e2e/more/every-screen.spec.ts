import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expectAccessible, expectShown, narrow, violations, wide } from '../accessible';
import { makeOrder, type Backend } from '../backend';
import { chooseLanguage } from '../choose-language';
import { expect, test } from '../fixtures';

/** Every screen of dist/pages.json. */
const screens = patterns().filter((path) => path !== '/admin');

function patterns(): string[] {
  const file = fileURLToPath(new URL('../../dist/pages.json', import.meta.url));
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

for (const pattern of screens) {
  test.describe(pattern, () => {
    test.use({ who: pattern === '/admin/login' ? 'visitor' : 'super_admin' });

    test('is accessible in each language, width and theme, and does not overflow', async ({
      page,
      service,
      name,
    }) => {
      await makeOrder(service, name);
      const address = await addressOf(pattern, service);
      for (const language of ['en', 'ar']) {
        await page.setViewportSize(wide);
        // The document is loaded once, which takes the time; the password screen has no switch.
        if (language === 'en' || pattern === '/admin/password') {
          await page.goto(`${address}?lang=${language}`);
        } else await chooseLanguage(page, language);
        await expectShown(page, language);
        await expectAccessible(page, language);
      }
    });
  });
}

test.describe('dialogs', () => {
  test.use({ who: 'super_admin' });

  const forms = ['book-reviews', 'expeditions', 'users'].map((name) => `/admin/${name}?open=new`);

  for (const [language, colorScheme] of [
    ['en', 'light'],
    ['ar', 'dark'],
  ] as const) {
    test(`are accessible in ${language}`, async ({ page, service, name }) => {
      await page.emulateMedia({ colorScheme });
      const dialog = page.getByRole('dialog');
      for (const form of forms) {
        await page.goto(`${form}&lang=${language}`);
        await expect(dialog, form).toBeVisible();
        expect(await violations(page), form).toEqual([]);
      }
      const { id } = await makeOrder(service, name);
      await page.goto(`/admin/book-orders?open=${id}&lang=${language}`);
      await expect(dialog).toContainText(name);
      expect(await violations(page), 'an order').toEqual([]);
      await page.setViewportSize(narrow);
      expect(await violations(page), 'an order on a phone').toEqual([]);
      await page.setViewportSize(wide);
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
