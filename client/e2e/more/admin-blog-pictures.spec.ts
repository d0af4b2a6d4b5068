import { expect, test } from '../fixtures';
import { field, makePost, postOf, published } from '../posts';
import { holdRequests } from '../slow-network';

test.use({ who: 'admin' });

test('pictures of a post come from the library, by choice and by paste', async ({
  page,
  service,
  name,
  visitor,
}) => {
  const post = await makePost(service, name, published);
  await page.goto(post.path);
  const library = page.getByRole('dialog', { name: 'Choose a picture' });
  const choose = async (file: string) => {
    const base64 = await page.evaluate(drawPicture);
    const buffer = Buffer.from(base64, 'base64');
    await library
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: file, mimeType: 'image/png', buffer });
    await library
      .getByRole('list', { name: 'Pictures' })
      .getByRole('button', { name: file })
      .click();
    await expect(library).toBeHidden();
  };

  const featured = page.getByRole('group', { name: 'Featured image' });
  await featured.getByRole('button', { name: 'Choose a picture' }).click();
  await choose(`${name} head.png`);
  await expect(featured.getByText(`${name} head.png`)).toBeVisible();
  await expect(featured.getByText('It has no alternative text in English yet.')).toBeVisible();

  const text = field(page, 'Text in English');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Image', exact: true });
  await dialog.getByRole('button', { name: 'From the library' }).click();
  const release = await holdRequests(page, /\/rest\/v1\/pictures\?.*\bid=eq\./);
  await choose(`${name} text.png`);
  await dialog.getByLabel('What it shows, in English').fill('A blue square');
  const put = dialog.getByRole('button', { name: 'Put it in' });
  await expect(put).toBeDisabled(); // until the picture is known
  release();
  await put.click();
  await expect(text.getByRole('img', { name: 'A blue square' })).toHaveAttribute(
    'src',
    /^\/storage\/v1\/object\/public\/media\//,
  );

  // One picture is in the HTML itself, one on another site.
  const inline = await page.evaluate(drawPicture);
  await text.evaluate((element, base64) => {
    const data = new DataTransfer();
    const images = `<img src="data:image/png;base64,${base64}"><img src="https://example.org/a.png">`;
    data.setData('text/html', `<p>Pasted words</p>${images}`);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, inline);
  await expect(page.getByText('A picture was left out: it is not in the library.')).toBeVisible();
  await expect(text.getByText('Pasted words')).toBeVisible();
  await expect(text.getByRole('img')).toHaveCount(1);
  await expect(text.locator('img')).toHaveCount(2);

  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect
    .poll(async () => (await postOf(service, post.slug))?.content_en.match(/<img/g)?.length)
    .toBe(2);
  const row = await postOf(service, post.slug);
  expect(row?.content_en).not.toMatch(/data:|example\.org/);
  const { data: uses } = await service
    .from('picture_uses')
    .select('place')
    .eq('row_id', post.id)
    .throwOnError();
  expect(uses.map(({ place }) => place).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'blog_posts',
    'blog_posts.content',
    'blog_posts.content',
  ]);

  await visitor.goto(`/blog/${post.slug}?lang=en`);
  await expect(visitor.locator('.photo-hero img[srcset]')).toHaveAttribute('srcset', /width=360/);
  const shown = visitor.getByRole('img', { name: 'A blue square' });
  await expect(shown).toHaveAttribute('srcset', /width=360 360w, .*width=600 600w$/);
  await expect(shown).toHaveAttribute('width', '600');
  const preview = await visitor.locator('meta[property="og:image"]').getAttribute('content');
  expect(preview).toContain(`/media/${row?.picture_id}/`);
});

/** A PNG of 600 by 400 pixels, as base64. Runs in the browser. */
function drawPicture(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 600;
  canvas.height = 400;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'steelblue';
  context.fillRect(0, 0, 600, 400);
  return canvas.toDataURL('image/png').split(',')[1] ?? '';
}
