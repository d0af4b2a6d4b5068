import type { Page } from '@playwright/test';
import type { Backend } from '../backend';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

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

test('a failed review shows an error, keeps the input, and can be sent again', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  await visit(page, '/book?lang=en');
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
