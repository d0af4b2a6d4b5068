import { expect, test } from '../fixtures';
import { makePost, published } from '../posts';
import { visit } from '../visit';

const hostile = `<h1>Loud</h1><p onclick="alert(1)">Safe words.</p><script>document.title='owned'</script>
  <img src="/nothing.png" onerror="document.title='owned'"><a href="javascript:alert(1)">a link</a>
  <iframe src="/admin"></iframe><p style="position:fixed;inset:0" id="root">over all</p>
  <h2>Quiet</h2><table><tbody><tr><td>8,848</td></tr></tbody></table>`;

test('scripts in a post do not run', async ({ page, service, name, complaints }) => {
  complaints.expect(/404/); // the missing picture
  complaints.expect(/inline event handler violates/); // Chromium reports it also for HTML that is being sanitized
  const { slug } = await makePost(service, name, { ...published, content_en: hostile });
  await visit(page, `/blog/${slug}?lang=en`);
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

test(
  'a word and a table wider than a phone stay within it',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    const long = `${name} ${'Supercalifragilistic'.repeat(12)}`;
    const wide = `<h2>${long}</h2><table><tbody><tr><td>${long}</td><td>${long}</td></tr></tbody></table><pre>${long}</pre>`;
    const { slug } = await makePost(service, name, {
      ...published,
      title_en: long,
      excerpt_en: long,
      content_en: wide,
    });
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ['/blog', `/blog/${slug}`]) {
      await visit(page, `${path}?lang=en`);
      await expect(page.getByText(long).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      );
    }
  },
);
