import { overflow } from '../accessible';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

test(
  'the open menu gives the page back when one goes back or turns the screen',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await visit(page, '/?lang=en');
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write to me' })).toBeFocused();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.setViewportSize({ width: 1024, height: 740 });
    await page.getByRole('link', { name: 'Contact' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Write to me' })).toBeFocused();
  },
);

test(
  'a button keeps its edge where the system forces its own colours',
  { tag: '@phone' },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await visit(page, '/contact?lang=en');
    const button = page.getByRole('button', { name: 'Send Message' });
    await expect(button).toHaveCSS('border-top-style', 'solid');
    await expect(button).toHaveCSS('border-top-width', '1px');
  },
);

// The pages with the widest words, tables and figures, in the language with the longest words.
test('text of twice the size fits a phone and a small screen in French', async ({ page }) => {
  for (const [width, paths] of [
    [360, ['/', '/story', '/expeditions', '/media-kit', '/blog/turning-back-is-a-decision']],
    [1280, ['/', '/book', '/contact', '/admin/login']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths) {
      await page.goto(`${path}?lang=fr`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => {
        document.documentElement.style.setProperty('font-size', '200%', 'important');
      });
      await expect.poll(() => overflow(page), `${path} at ${width} px`).toBe(0);
    }
  }
});
