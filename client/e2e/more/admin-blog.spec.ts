import { expect, test } from '../fixtures';
import { field, makePost, postOf, published, saved, slugOf } from '../posts';

test.use({ who: 'admin' });

test('a post is scheduled by Morocco’s clock, and nobody reads it before', async ({
  page,
  service,
  name,
  visitor,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const post = await makePost(service, name);
  await page.goto(post.path);
  await page.getByLabel('Publish on').fill('2099-03-04T09:30');
  await expect(
    page.getByText(
      /Press Schedule: readers then see it from .*4 March 2099 at 09:30 on, by Morocco/,
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Post updated successfully!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Post' })).toHaveCount(0);
  const row = await postOf(service, post.slug);
  expect(row?.status).toBe('published');
  expect(row?.published_at).toMatch(/^2099-03-04T0[89]:30/);
  await page.goto(`/admin/blog?lang=en&q=${encodeURIComponent(name)}`);
  await expect(page.getByText('Scheduled for 04/03/2099, 09:30')).toBeVisible();
  expect((await visitor.goto(`/blog/${post.slug}?lang=en`))?.status()).toBe(404);
});

test('a text from Word comes in clean, and a reader’s view of it in three languages', async ({
  page,
  service,
  name,
}) => {
  const post = await makePost(service, name, { title_ar: 'ليلة', content_ar: '<p>نعم.</p>' });
  await page.goto(post.path);
  await field(page, 'Text in English').click();
  await page.keyboard.press('Control+a');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      `<style>p { color: red }</style>
       <p class=MsoTitle style="color:red">Loud</p><p class=MsoNormal>Safe <span style="font-weight:700">words</span>.<o:p></o:p></p>
       <p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·&nbsp;</span>One</p><script>document.title='owned'</script>`,
    );
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(saved(page)).toBeVisible();
  expect((await postOf(service, post.slug))?.content_en).toBe(
    '<h2>Loud</h2><p>Safe <strong>words</strong>.</p><ul><li><p>One</p></li></ul>',
  );

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'As a reader sees it' });
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(name);
  await preview.getByRole('button', { name: 'Français' }).click();
  await expect(preview.getByText('Ce texte n’existe pas encore en français')).toBeVisible();
  await preview.getByRole('button', { name: 'العربية' }).click();
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('ليلة');
  await expect(preview.locator('.article')).toHaveAttribute('dir', 'rtl');
  await preview.getByRole('button', { name: 'Back to writing' }).click();
  await expect(page.getByRole('button', { name: 'Preview' })).toBeVisible();
});

test('an address that is taken is said while it is typed, and another offered', async ({
  page,
  service,
  name,
  complaints,
}) => {
  const slug = slugOf(name);
  complaints.expect(/status of 409/);
  await makePost(service, name, { slug });
  await page.goto('/admin/blog/new?lang=en');
  await field(page, 'Title in English').fill(name);
  await expect(field(page, 'Address')).toHaveValue(slug);
  await expect(page.getByText(`“${name}” has this address already`)).toBeVisible();
  await page.getByRole('button', { name: `Use ${slug}-` }).click();
  await expect(saved(page)).toBeVisible();
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page.getByText('Post created successfully!')).toBeVisible();
});

test(
  'the posts are filtered, counted and deleted',
  { tag: '@phone' },
  async ({ page, service, name, complaints }) => {
    const post = await makePost(service, name, { status: 'archived' });
    await makePost(service, `${name} out`, published);
    await page.goto(`/admin/blog?lang=en&q=${encodeURIComponent(name)}`);
    await expect(page.getByText('1-2 of 2')).toBeVisible();
    await expect(page.getByRole('link', { name: `View ${name} out` })).toBeVisible();
    await expect(page.getByRole('link', { name: `View ${name}`, exact: true })).toHaveCount(0);
    await page
      .getByText(/^Archived/)
      .first()
      .click();
    await expect(page).toHaveURL(/status=archived/);
    await expect(page.getByText('1-1 of 1')).toBeVisible();

    complaints.expect(/Failed to load resource/);
    const remove = page.getByRole('button', { name: `Delete ${name}`, exact: true });
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this post?',
    });
    await page.route('**/rest/v1/blog_posts*', (route) => route.abort());
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    const failure = page.getByRole('alert').filter({ hasText: /^Failed to delete post/ });
    await failure.getByRole('button', { name: 'Close' }).click(); // it may cover the button of a row
    await page.unroute('**/rest/v1/blog_posts*');
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No blog posts found')).toBeVisible();
    expect(await postOf(service, post.slug)).toBeNull();
  },
);

test('words that cannot be saved are asked about before they are left', async ({ page, name }) => {
  await page.goto('/admin/blog/new?lang=en');
  await field(page, 'Title in French').fill(name);
  await expect(page.getByText(/^Kept on this device/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the posts' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button').first().click();
  await expect(field(page, 'Title in French')).toHaveValue(name);
  await page.getByRole('link', { name: 'Back to the posts' }).click();
  await question.getByRole('button').last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
});
