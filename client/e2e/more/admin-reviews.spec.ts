import { overflow } from '../accessible';
import { expect, test } from '../fixtures';

test.use({ who: 'admin' });

const listOf = (name: string, more = '') =>
  `/admin/book-reviews?lang=en&q=${encodeURIComponent(name)}${more}`;

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
