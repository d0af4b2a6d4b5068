import type { Page } from '@playwright/test';
import { overflow } from './accessible';
import { expect, test } from './fixtures';
import { field, makePost, postOf, published, saved } from './posts';

test.use({ who: 'admin' });

const conflictOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test(
  'of two who write at once the second is told who and when, and nothing is lost',
  { tag: '@phone' },
  async ({ page, another, service, account, name, isMobile }) => {
    const post = await makePost(service, name);
    await page.goto(post.path);
    await another.goto(post.path);
    await field(page, 'Title in English').fill(`${name} by one`);
    await field(page, 'Text in English').fill('Some words, of one.');
    await expect(saved(page)).toBeVisible();

    await field(another, 'Title in English').fill(`${name} by two`);
    await field(another, 'Text in English').fill('Some words, of two.');
    await field(another, 'Excerpt in English').fill('Of two.');
    await expect(another.getByText(`${account.email} saved it`)).toBeVisible();
    const title = conflictOf(another, 'Title in English');
    await expect(title.getByText(`${name} by one`, { exact: true })).toBeVisible();
    expect(await overflow(another)).toBe(0);

    // Nothing is saved before the last choice: neither by itself, nor by hand, nor after a reload.
    await another.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(
      another.getByText(/^Nothing was saved: somebody else changed the same/),
    ).toBeVisible();
    another.on('dialog', (dialog) => void dialog.accept());
    await another.reload();
    await expect(title.getByText(`${name} by two`, { exact: true })).toBeVisible();
    await title.getByRole('button', { name: 'Keep mine' }).click();
    await expect(title).toBeHidden();
    expect(await postOf(service, post.slug)).toMatchObject({
      title_en: `${name} by one`,
      status: 'draft',
    });
    const text = conflictOf(another, 'Text in English');
    await text.getByRole('button', { name: 'Keep both' }).press('Enter');
    await expect(saved(another)).toBeVisible();
    expect(await postOf(service, post.slug)).toMatchObject({
      title_en: `${name} by two`,
      content_en: '<p>Some words, of one.</p><p>Some words, of two.</p>',
      excerpt_en: 'Of two.',
    });
    await expect(field(another, 'Text in English')).toHaveText(
      'Some words, of one.Some words, of two.',
    );
    if (isMobile) return;
    // The first title is still in the revisions.
    await another.getByRole('button', { name: 'Revisions' }).click();
    await expect(another.getByRole('list', { name: 'All revisions' })).toBeVisible();
  },
);

test('two who write on in a published post are told in its draft copy', async ({
  page,
  another,
  service,
  account,
  name,
  complaints,
}) => {
  complaints.expect(/status of 409 .*blog_post_copies/); // both make the copy
  const post = await makePost(service, name, published);
  await page.goto(post.path);
  await another.goto(post.path);
  await field(page, 'Title in English').fill(`${name} by one`);
  await field(page, 'Title in French').fill('Une nuit');
  await expect(page.getByText('Saved, not on the site yet')).toBeVisible();
  await field(another, 'Title in English').fill(`${name} by two`);
  await expect(another.getByText(`${account.email} saved it`)).toBeVisible();
  await conflictOf(another, 'Title in English')
    .getByRole('button', { name: 'Take theirs' })
    .click();
  await expect(field(another, 'Title in English')).toHaveValue(`${name} by one`);
  await expect(field(another, 'Title in French')).toHaveValue('Une nuit');
  await another.getByRole('button', { name: 'Update' }).click();
  await expect(another.getByText('Post updated successfully!')).toBeVisible();
  expect(await postOf(service, post.slug)).toMatchObject({
    title_en: `${name} by one`,
    title_fr: 'Une nuit',
  });
});

test('a post that another deletes during a conflict goes on as a new one', async ({
  page,
  service,
  name,
}) => {
  const post = await makePost(service, name);
  await page.goto(post.path);
  await expect(field(page, 'Title in English')).toHaveValue(name);
  await service.from('blog_posts').update({ title_en: 'Theirs' }).eq('id', post.id).throwOnError();
  await field(page, 'Title in English').fill(`${name} mine`);
  await expect(conflictOf(page, 'Title in English')).toBeVisible();
  await service.from('blog_posts').delete().eq('id', post.id).throwOnError();
  await conflictOf(page, 'Title in English').getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText(/deleted this post meanwhile/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep them as a new post' }).click();
  await expect(page).toHaveURL(/\/admin\/blog\/(new|edit)/);
  await expect(field(page, 'Title in English')).toHaveValue(`${name} mine`);
  await expect(saved(page)).toBeVisible();
  expect((await postOf(service, post.slug))?.title_en).toBe(`${name} mine`);
});

test('what is typed without a network survives a reload, and is saved when it is back', async ({
  page,
  service,
  name,
  context,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const post = await makePost(service, name);
  await page.goto(post.path);
  await expect(field(page, 'Text in English')).toBeVisible();
  await context.setOffline(true);
  await field(page, 'Text in English').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Written in a tent.');
  await expect(page.getByRole('alert').getByText(/^Not saved:/)).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  expect((await postOf(service, post.slug))?.content_en).toBe(
    '<p>Some words. Written in a tent.</p>',
  );

  await page.route('**/rest/v1/blog_posts*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await field(page, 'Title in English').fill(`${name} again`);
  await expect(page.getByRole('alert').getByText(/^Not saved:/)).toBeVisible();
  // A crashed tab sends nothing; a tab that is left does, and no route above catches that reliably.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false }));
  await page.reload();
  await expect(page.getByText(/^What was typed here and not saved is back/)).toBeVisible();
  await expect(field(page, 'Title in English')).toHaveValue(`${name} again`);
  await expect(page.getByRole('alert').getByText(/^Not saved:/)).toBeVisible();
  await page.unroute('**/rest/v1/blog_posts*');
  await page.getByRole('button', { name: 'Save now' }).click();
  await expect(saved(page)).toBeVisible();
  expect((await postOf(service, post.slug))?.title_en).toBe(`${name} again`);
});
