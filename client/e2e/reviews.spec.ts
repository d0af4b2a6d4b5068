import type { Page } from '@playwright/test';
import type { Backend } from './backend';
import { expect, test } from './fixtures';

const reviewsBy = async (service: Backend, name: string) => {
  const { data } = await service.from('book_reviews').select('*').eq('name', name).throwOnError();
  return data;
};

async function write(page: Page, name: string) {
  await page.getByRole('button', { name: 'Write a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your review' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('textbox', { name: 'Your words' }).fill('Sober and true.');
  return dialog;
}

test(
  'a review is sent once, waits for approval, and its dialog closes after the thanks',
  { tag: '@phone' },
  async ({ page, service, anon, name }) => {
    await page.goto('/book?lang=en');
    const dialog = await write(page, name);
    await dialog.getByRole('textbox', { name: 'E-mail (optional)' }).fill('reader@example.org');
    await dialog.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Send the review' }).dblclick();
    await expect(dialog.getByText('Thank you for your review!')).toBeVisible();
    await expect(dialog).toBeHidden();

    expect(await reviewsBy(service, name)).toMatchObject([
      {
        email: null,
        rating: 4,
        comment_en: 'Sober and true.',
        comment_fr: null,
        comment_ar: null,
        status: 'pending',
        verified: false,
        featured: false,
      },
    ]);
    const { data } = await anon.from('book_reviews').select('id').eq('name', name);
    expect(data).toEqual([]);
    await page.getByRole('button', { name: 'Write a review' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
  },
);

test('a failed review shows an error, keeps the input, and can be sent again', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  await page.goto('/book?lang=en');
  await page.route('**/rest/v1/book_reviews*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  const dialog = await write(page, name);
  await dialog.getByRole('button', { name: 'Send the review' }).click();
  await expect(page.getByText('Error submitting review. Please try again.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.unroute('**/rest/v1/book_reviews*');
  await page.getByRole('button', { name: 'Write a review' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Your words' })).toHaveValue('Sober and true.');
  await dialog.getByRole('button', { name: 'Send the review' }).click();
  await expect(dialog.getByText('Thank you for your review!')).toBeVisible();
  expect(await reviewsBy(service, name)).toHaveLength(1);
});

test('a review can be written by keyboard in Arabic', async ({ page, service, name }) => {
  await page.goto('/book?lang=ar');
  await page.getByRole('button', { name: 'اكتب تقييمًا' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'تقييمك' });
  await expect(dialog).toBeVisible();
  const chosen = dialog.getByRole('radio', { checked: true });
  await expect(chosen).toHaveAccessibleName('5 نجوم');
  await chosen.focus();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: '4 نجوم' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('كتاب صادق.');
  await page.keyboard.press('Tab'); // the proof of purchase
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('شكرًا على تقييمك!')).toBeVisible();
  expect(await reviewsBy(service, name)).toMatchObject([{ rating: 4, comment_ar: 'كتاب صادق.' }]);
  await expect(page.getByRole('button', { name: 'اكتب تقييمًا' })).toBeFocused();
});

test('the stars filter the reviews', async ({ page }) => {
  await page.goto('/book?lang=en');
  const list = page.getByRole('list', { name: 'What readers say' });
  const all = await list.getByRole('listitem').count();
  await page.getByRole('button', { name: /^4 stars/ }).click();
  await expect(page.getByRole('button', { name: /^4 stars/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (const stars of await list.getByRole('img').all()) {
    await expect(stars).toHaveAccessibleName('4 out of 5');
  }
  await page.getByRole('button', { name: 'All reviews' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(all);
});
