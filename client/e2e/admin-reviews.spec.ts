import type { Page } from '@playwright/test';
import { overflow } from './accessible';
import type { Backend } from './backend';
import { expect, test } from './fixtures';

test.use({ who: 'admin' });

/** A review as a reader sends it, waiting. */
async function makeReview(service: Backend, name: string, more: object = {}) {
  const review = { name, rating: 4, comment_en: `Read by ${name}.`, ...more };
  const { data } = await service
    .from('book_reviews')
    .insert(review)
    .select()
    .single()
    .throwOnError();
  return data;
}

const listOf = (name: string, more = '') =>
  `/admin/book-reviews?lang=en&q=${encodeURIComponent(name)}${more}`;

/** Expects that a visitor who comes now finds the review on the book page, or does not. */
async function expectOnSite(visitor: Page, words: string, isShown: boolean): Promise<void> {
  await visitor.goto('/book?lang=en');
  await expect(visitor.getByRole('heading', { name: 'What readers say' })).toBeVisible();
  await expect(visitor.getByText(words)).toHaveCount(isShown ? 1 : 0);
}

test('reviews are decided by the keyboard alone, and show at once', async ({
  page,
  visitor,
  service,
  name,
}) => {
  await makeReview(service, `${name} one`, { created_at: '2026-11-02T10:00:00Z' });
  await makeReview(service, `${name} two`, { created_at: '2026-11-01T10:00:00Z' });
  await page.goto(listOf(name));
  const one = page.getByRole('row', { name: `${name} one` });
  await expect(one).toBeVisible();

  await page.keyboard.press('j');
  await expect(one).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByText(`The review of ${name} one is approved`)).toBeVisible();
  await expect(one.getByText('Approved', { exact: true })).toBeVisible();
  await expectOnSite(visitor, `Read by ${name} one.`, true);

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: `Review of ${name} two` });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('r');
  await expect(drawer.getByText('Rejected', { exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('dialog', { name: `Review of ${name} one` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(one).toBeFocused();
  await expectOnSite(visitor, `Read by ${name} two.`, false);
});

test('many are decided at once, taken back, and a failure changes nothing', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  for (const which of ['one', 'two']) await makeReview(service, `${name} ${which}`);
  const states = async () => {
    const { data } = await service
      .from('book_reviews')
      .select('status')
      .like('name', `${name}%`)
      .throwOnError();
    return data.map(({ status }) => status);
  };
  await page.goto(listOf(name, '&status=pending'));
  await page.getByRole('checkbox').first().check();
  const bar = page.getByRole('status').filter({ has: page.getByRole('button') });
  await bar.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('2 reviews are approved.')).toBeVisible();
  expect(await states()).toEqual(['approved', 'approved']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(2);
  await expect.poll(states).toEqual(['pending', 'pending']);

  await page.route('**/rest/v1/book_reviews*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: `Reject the review of ${name} one` }).click();
  await expect(
    page.getByRole('alert').getByText(`The review of ${name} one was not changed.`),
  ).toBeVisible();
  await expect(page.getByText('Rejected', { exact: true })).toHaveCount(0);
  expect(await states()).toEqual(['pending', 'pending']);
});

test(
  'a review is added by hand, proven, and deleted with its question',
  { tag: '@phone' },
  async ({ page, service, anon, name }) => {
    await page.goto('/admin/book-reviews?lang=en');
    await page.getByRole('button', { name: 'Add New Review' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Review' });
    await form.getByLabel('Name').fill(name);
    await form.getByRole('button', { name: 'Add this review' }).click();
    await expect(form.getByText('Write the comment in at least one language.')).toBeVisible();
    await form.getByLabel('Comment (English)').fill(`Heard from ${name}.`);
    expect(await overflow(page)).toBe(0);
    await form.getByRole('button', { name: 'Add this review' }).click();
    await expect(page.getByText(`The review of ${name} is added.`)).toBeVisible();
    const found = async () =>
      (await anon.from('book_reviews').select('comment_en, rating, verified').eq('name', name))
        .data;
    expect(await found()).toEqual([
      { comment_en: `Heard from ${name}.`, rating: 5, verified: false },
    ]);

    await service
      .from('book_reviews')
      .update({ purchase_image_url: '/favicon.svg' })
      .eq('name', name)
      .throwOnError();
    await page.goto(listOf(name));
    await page.getByRole('button', { name: `Details of ${name}` }).click();
    const drawer = page.getByRole('dialog', { name: `Review of ${name}` });
    await drawer.getByRole('button', { name: 'Show the proof of purchase large' }).click();
    const large = page.getByRole('dialog', { name: `Proof of purchase of ${name}` });
    await expect(large.getByRole('img')).toBeVisible();
    await large.getByRole('button', { name: 'Close' }).click();
    await drawer.getByRole('switch', { name: 'Verified purchase' }).click();
    await expect.poll(found).toMatchObject([{ verified: true }]);

    await drawer.getByRole('button', { name: `Delete the review of ${name}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Are you sure you want to delete this review?');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`The review of ${name} is deleted.`)).toBeVisible();
    await expect(page.getByText('No reviews found')).toBeVisible();
    expect(await found()).toEqual([]);
  },
);

test('the e-mail of a reader is for admins, and a broken proof says so', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/404/);
  const more = { email: 'reader@example.org', purchase_image_url: '/none.png' };
  await makeReview(service, name, more);
  await page.goto(listOf(name));
  await page.getByRole('button', { name: `Details of ${name}` }).click();
  const drawer = page.getByRole('dialog', { name: `Review of ${name}` });
  await expect(drawer.getByRole('link', { name: 'reader@example.org' })).toBeVisible();
  await expect(drawer.getByRole('alert')).toContainText('This picture cannot be shown');
});
