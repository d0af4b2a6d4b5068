import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { field, makePost, postOf, published, saved } from '../posts';

test.use({ who: 'admin' });

const conflictOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

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
