import type { Page } from '@playwright/test';
import type { Backend } from './backend';
import { expect, test } from './fixtures';

type Post = { slug: string; title_en: string; content_en: string };

const hostile = `<h1>Loud</h1><p onclick="alert(1)">Safe words.</p><script>document.title='owned'</script>
  <img src="/nothing.png" onerror="document.title='owned'"><a href="javascript:alert(1)">a link</a>
  <iframe src="/admin"></iframe><p style="position:fixed;inset:0" id="root">over all</p>
  <h2>Quiet</h2><table><tbody><tr><td>8,848</td></tr></tbody></table>`;

/** Inserts a post for one test. */
async function makePost(service: Backend, name: string, more: object = {}): Promise<Post> {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const post = { slug, title_en: name, content_en: '<p>Some words.</p>' };
  await service
    .from('blog_posts')
    .insert({ ...post, status: 'published', published_at: '2020-01-02T08:00:00Z', ...more })
    .throwOnError();
  return post;
}

const views = async (service: Backend, slug: string) => {
  const { data } = await service
    .from('blog_posts')
    .select('view_count')
    .eq('slug', slug)
    .single()
    .throwOnError();
  return data.view_count;
};

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test(
  'the journal leads to a post, and the post to the next',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/blog?lang=en');
    await page.getByRole('link', { name: 'Turning back is a decision' }).click();
    await expect(title(page)).toHaveText('Turning back is a decision');
    await expect(title(page)).toBeFocused();
    await expect(page.getByText('18/09/2025')).toBeVisible();
    const others = page.getByRole('navigation', { name: 'Other texts' });
    await others.getByRole('link', { name: /Previous text/ }).click();
    await expect(title(page)).toHaveText('Preparation is the climb');
    await page.getByRole('link', { name: 'Back to the journal' }).click();
    await expect(page).toHaveURL(/\/blog\?lang=en/);
  },
);

test('a post is read in the language of the page', async ({ page }) => {
  await page.goto('/blog/turning-back-is-a-decision?lang=ar');
  await expect(title(page)).toHaveText('العودة قرار');
  await expect(page.locator('.article')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('navigation', { name: 'في هذا النص' })).toBeVisible();
});

test('an untranslated post is shown in English, and says so', async ({ page, service, name }) => {
  const { slug } = await makePost(service, name);
  await page.goto(`/blog/${slug}?lang=ar`);
  await expect(page.getByText('لم يُترجم هذا النص إلى العربية بعد')).toBeVisible();
  await expect(page.locator('.article')).toHaveAttribute('lang', 'en');
  await expect(page.locator('.article')).toHaveAttribute('dir', 'ltr');
});

test('scripts in a post do not run', async ({ page, service, name, complaints }) => {
  complaints.expect(/404/); // the missing picture
  complaints.expect(/inline event handler violates/); // Chromium reports it also for HTML that is being sanitized
  const { slug } = await makePost(service, name, { content_en: hostile });
  await page.goto(`/blog/${slug}?lang=en`);
  const article = page.locator('.article');
  await expect(article.getByText('Safe words.')).toBeVisible();
  // The title is the only h1; sanitizing keeps the text of another h1.
  await expect(article.getByText('Loud')).toBeVisible();
  await expect(article.getByRole('heading', { level: 2 })).toHaveText(['Quiet']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(article.locator('script, iframe, [onclick], [onerror], [style], #root')).toHaveCount(
    0,
  );
  await expect(article.locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(article.locator('.article-wide')).toHaveAttribute('tabindex', '0');
  await expect(page).toHaveTitle(new RegExp(name));
});

test('the table of contents leads into the text by keyboard', async ({ page }) => {
  await page.goto('/blog/preparation-is-the-climb?lang=en');
  const part = page.getByRole('link', { name: 'Train the weakest link' });
  await part.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Train the weakest link' })).toBeInViewport();
  await expect(page).toHaveURL(/lang=en#part-2$/);
  await expect(part).toHaveAttribute('aria-current', 'location');
});

test('a view is counted once a session', async ({ page, service, name }) => {
  const { slug } = await makePost(service, name);
  await page.goto(`/blog/${slug}?lang=en`);
  await expect.poll(() => views(service, slug)).toBe(1);
  await page.reload();
  await page.getByRole('link', { name: 'Back to the journal' }).click();
  await page.getByRole('link', { name }).click();
  await expect(title(page)).toHaveText(name);
  await page.waitForLoadState('networkidle');
  expect(await views(service, slug)).toBe(1);
});

test('sharing copies the link if the device has no share dialog', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await page.goto('/blog/preparation-is-the-climb?lang=fr#part-1');
  await page.getByRole('button', { name: 'Partager' }).click();
  await expect(page.getByText('Lien copié !')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/blog\/preparation-is-the-climb\?lang=fr$/);
});

test.describe('a missing post', () => {
  const later = () => new Date(Date.now() + 3_600_000).toISOString();

  for (const [what, more] of [
    ['unknown', undefined],
    ['a draft', { status: 'draft', published_at: null }],
    ['archived', { status: 'archived' }],
    ['scheduled', { published_at: later() }],
  ] as const) {
    test(`${what} is a 404 with a way back`, async ({ page, service, name, complaints }) => {
      complaints.expect(/status of 404/);
      const { slug } =
        more === undefined ? { slug: 'no-such-post' } : await makePost(service, name, more);
      const answer = await page.goto(`/blog/${slug}?lang=en`);
      expect(answer?.status()).toBe(404);
      await expect(title(page)).toHaveText('Post Not Found');
      await page.getByRole('link', { name: 'Back to the journal' }).click();
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    });
  }
});

test(
  'the journal can be searched, and the search is in the address',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    await makePost(service, name); // with the four posts of the seed, enough to show the search
    await page.goto('/blog?lang=en');
    await page.getByRole('searchbox', { name: 'Search the journal' }).fill('avalanche');
    await expect(page.getByRole('link', { name: 'Turning back is a decision' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Preparation is the climb' })).toHaveCount(0);
    await expect(page).toHaveURL(/q=avalanche/);
    await page.getByRole('searchbox').fill('zzz');
    await page.getByRole('button', { name: 'Show all texts' }).click();
    await expect(page.getByRole('link', { name: 'Preparation is the climb' })).toBeVisible();
  },
);

test('a failed load of the journal shows an error and a retry', async ({
  page,
  complaints,
  isMobile,
}) => {
  complaints.expect(/Failed to load resource/);
  await page.goto('/contact?lang=en');
  await page.route('**/rest/v1/blog_posts?*', (route) => route.abort());
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Blog', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  await expect(page.getByText('Check back soon for new content')).toBeVisible();
  await page.unroute('**/rest/v1/blog_posts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Preparation is the climb' })).toBeVisible();
});

test('a post is readable without a script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // Until it is rendered, the server answers with the page of the build, which has no posts.
  await expect(async () => {
    await page.goto(`${baseURL}/blog/turning-back-is-a-decision?lang=fr`);
    await expect(title(page)).toHaveText('Faire demi-tour est une décision', { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Deux sortes de danger' })).toBeVisible();
  await context.close();
});

test(
  'a word and a table wider than a phone stay within it',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    const long = `${name} ${'Supercalifragilistic'.repeat(12)}`;
    const wide = `<h2>${long}</h2><table><tbody><tr><td>${long}</td><td>${long}</td></tr></tbody></table><pre>${long}</pre>`;
    const { slug } = await makePost(service, name, {
      title_en: long,
      excerpt_en: long,
      content_en: wide,
    });
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ['/blog', `/blog/${slug}`]) {
      // oxlint-disable-next-line no-await-in-loop -- one page, one place at a time
      await page.goto(`${path}?lang=en`);
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.getByText(long).first()).toBeVisible();
      // oxlint-disable-next-line no-await-in-loop
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      );
    }
  },
);
