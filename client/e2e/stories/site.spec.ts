import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { holdRequests } from '../slow-network';
import { visit } from '../visit';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function expectLanguage(page: Page, language: string, direction: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
  await expect(page).toHaveURL(new RegExp(`lang=${language}`));
}

test('a language is chosen by the keyboard, and kept on the page, the next and the next visit', async ({
  page,
}) => {
  await visit(page, '/contact?lang=en&from=letter');
  const switcher = page.getByRole('banner').getByRole('button', { name: 'Language: English' });
  await switcher.press('Enter');
  await page.getByRole('button', { name: 'Français', exact: true }).press('Enter');
  await expectLanguage(page, 'fr', 'ltr');
  await expect(page).toHaveURL(/\/contact\?.*from=letter/);
  await expect(title(page)).toHaveText('M’écrire');
  await visit(page, '/blog');
  await expectLanguage(page, 'fr', 'ltr');
  await visit(page, '/blog?lang=ar');
  await expectLanguage(page, 'ar', 'rtl');

  // Without the cookie the server sends English, which is replaced by Arabic and never shown from right to left.
  await page.context().clearCookies({ name: 'lang' });
  await page.addInitScript(() => {
    const noteTitle = () =>
      (document.documentElement.dataset['title'] = document.querySelector('h1')?.textContent ?? '');
    const observed = { attributes: true, attributeFilter: ['dir'], subtree: true };
    new MutationObserver(noteTitle).observe(document, observed);
  });
  await visit(page, '/contact');
  await expectLanguage(page, 'ar', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('data-title', await title(page).innerText());
});

test.describe('a reader of French', () => {
  test.use({ locale: 'fr-MA' });

  test('is told that the page exists in French, and reads it there', async ({ page }) => {
    await visit(page, '/contact');
    const hint = page.getByRole('complementary', { name: 'Cette page existe en français' });
    await expect(hint).toHaveAttribute('lang', 'fr');
    await page.reload(); // now the address has English, which the reader has not chosen
    await hint.getByRole('button', { name: 'Lire en français' }).click();
    await expectLanguage(page, 'fr', 'ltr');
    await expect(hint).toBeHidden();
  });
});

test.describe('a reader of Arabic', () => {
  test.use({ locale: 'ar-MA' });

  test(
    'is told so in Arabic, from right to left, and finds language and theme in the menu',
    { tag: '@phone' },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await visit(page, '/');
      const hint = page.getByRole('complementary', { name: 'هذه الصفحة متاحة بالعربية' });
      await expect(hint).toHaveAttribute('dir', 'rtl');
      await hint.getByRole('button', { name: 'اقرأها بالعربية' }).tap();
      await expectLanguage(page, 'ar', 'rtl');
      await page.getByRole('button', { name: 'القائمة', exact: true }).tap();
      const menu = page.getByRole('dialog', { name: 'القائمة' });
      await menu.getByRole('radio', { name: 'داكن' }).check();
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      await menu.getByRole('button', { name: /^اللغة/ }).tap();
      const english = menu.getByRole('button', { name: 'English', exact: true });
      await expect(english).toBeInViewport({ ratio: 1 });
      await english.tap();
      await expectLanguage(page, 'en', 'ltr');
    },
  );
});

test('the theme is chosen by the keyboard, kept, and follows the system again', async ({
  page,
}) => {
  const background = page.locator('body');
  const [night, paper] = ['rgb(22, 50, 61)', 'rgb(246, 238, 224)'];
  const appearance = page.getByRole('contentinfo').getByRole('group', { name: 'Appearance' });
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/story?lang=en');
  await expect(background).toHaveCSS('background-color', paper);
  await appearance.getByRole('radio', { name: 'As the system' }).press('ArrowRight');
  await appearance.getByRole('radio', { name: 'Light' }).press('ArrowRight');
  await expect(appearance.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(background).toHaveCSS('background-color', night);
  await visit(page, '/book?lang=en');
  await expect(background).toHaveCSS('background-color', night);
  await appearance.getByRole('radio', { name: 'As the system' }).check();
  await expect(background).toHaveCSS('background-color', paper);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(background).toHaveCSS('background-color', night);
});

test('an unknown page is a 404 in French, with a search by the keyboard', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const answer = await visit(page, '/no/such/page?lang=fr');
  expect(answer?.status()).toBe(404);
  await expect(title(page)).toHaveText('Aucun sommet ici');
  const search = page.getByRole('search');
  await search.getByRole('searchbox', { name: 'Chercher sur le site' }).fill('elbr');
  await expect(search.getByText('1 résultat')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(search.getByRole('link', { name: /Elbrouz/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Elbrouz');
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('home, a post, a mountain and the book can be read', async ({ page }) => {
    await page.goto('/?lang=ar');
    await expect(title(page)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'كليمنجارو' })).toBeVisible();
    await page.goto('/achievement/everest?lang=ar');
    await expect(page.getByRole('img', { name: /^مقطع ارتفاعات المسار/ })).toBeVisible();
    await page.goto('/blog/turning-back-is-a-decision?lang=fr');
    await expect(title(page)).toHaveText('Faire demi-tour est une décision');
    await expect(page.getByRole('heading', { name: 'Deux sortes de danger' })).toBeVisible();
    await page.goto('/book?lang=fr');
    await expect(page.getByRole('heading', { name: /^Dix chapitres/ })).toBeVisible();
  });
});

test(
  'a message that is sent before the scripts are loaded is sent once',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    const load = await holdRequests(page, /\/assets\/(?!start).*\.js$/);
    const first = page.waitForResponse(/\/assets\/start/);
    await page.goto('/contact?lang=en', { waitUntil: 'commit' });
    const form = page.getByRole('main');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'E-mail' }).fill('a@example.org');
    await form.getByRole('textbox', { name: 'Message' }).fill('Early');
    await first;
    await form.getByRole('button', { name: 'Send Message' }).tap();
    load();
    await expect(form.getByText('Message Sent!')).toBeVisible();
    await expect(page).toHaveURL(/\/contact\?lang=en$/);
    const { data } = await service.from('contact_submissions').select('message').eq('name', name);
    expect(data).toEqual([{ message: 'Early' }]);
  },
);

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  const cachedPaths = async () => {
    const pages = await caches.open('pages-1');
    return (await pages.keys()).map(({ url }) => new URL(url).pathname);
  };

  /** Waits until the service worker has cached these pages. It fetches a dozen, each rendered for it, one by one. */
  const expectCached = (page: Page, ...paths: string[]) =>
    expect
      .poll(() => page.evaluate(cachedPaths), { timeout: 90_000 })
      .toEqual(expect.arrayContaining(paths));

  test('visited pages, the story and the mountains are read; another page opens with the network', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await visit(page, '/?lang=fr');
    await page.mouse.wheel(0, 100); // its worker begins with the first interaction, or after 10 s
    await expectCached(page, '/', '/story', '/blog', '/achievement/everest', '/offline');
    await visit(page, '/blog?lang=fr');
    await page.getByRole('link', { name: 'Faire demi-tour est une décision' }).click();
    await expect(title(page)).toHaveText('Faire demi-tour est une décision');
    await expectCached(page, '/blog/turning-back-is-a-decision');

    await context.setOffline(true);
    await expect(page.getByText('Hors ligne.')).toBeVisible();
    for (const path of ['/story', '/achievement/everest', '/blog/turning-back-is-a-decision']) {
      await visit(page, `${path}?lang=fr`);
      await expect(title(page)).toBeVisible();
    }
    await visit(page, '/blog?lang=fr');
    // Chromium 148 takes a page that its worker has answered for online.
    await context.setOffline(false);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'La préparation, c’est l’ascension' }).click();
    await expect(title(page)).toHaveText('Cette page n’est pas du voyage');
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/blog\/preparation-is-the-climb\?lang=fr/);
    await expect(title(page)).toHaveText('La préparation, c’est l’ascension');
  });
});
