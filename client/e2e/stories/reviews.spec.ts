import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { pngOf } from '../png';
import { reviewWith } from '../inquiry';
import { visit } from '../visit';

test.use({ who: 'admin' });

/** Expects that a visitor who comes now finds the review on the book page, or does not. */
async function expectOnSite(visitor: Page, text: string, isShown: boolean): Promise<void> {
  await visit(visitor, '/book?lang=ar');
  await expect(visitor.getByRole('heading', { name: 'ماذا يقول القراء' })).toBeVisible();
  await expect(visitor.getByText(text)).toHaveCount(isShown ? 1 : 0);
}

test('a review is written in Arabic and decided in the back-office, both by the keyboard alone', async ({
  page,
  visitor,
  service,
  anon,
  name,
}) => {
  const text = `كتاب صادق، ${name}.`;
  await test.step('a reader writes it', async () => {
    await visit(visitor, '/book?lang=ar');
    const opener = visitor.getByRole('button', { name: 'اكتب تقييمًا' });
    await opener.press('Enter');
    const dialog = visitor.getByRole('dialog', { name: 'تقييمك' });
    await dialog.getByRole('radio', { checked: true }).press('ArrowUp');
    await expect(dialog.getByRole('radio', { name: '4 نجوم' })).toBeChecked();
    await visitor.keyboard.press('Tab');
    await visitor.keyboard.type(name);
    await visitor.keyboard.press('Tab');
    await visitor.keyboard.press('Tab');
    await visitor.keyboard.type(text);
    await visitor.keyboard.press('Tab'); // the proof of purchase
    await visitor.keyboard.press('Tab');
    await visitor.keyboard.press('Enter');
    await expect(dialog.getByText('شكرًا على تقييمك!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('it waits for a decision, and nobody reads it', async () => {
    const reviews = service.from('book_reviews').select('*').eq('name', name);
    expect((await reviews.throwOnError()).data).toMatchObject([
      { rating: 4, comment_ar: text, comment_en: null, status: 'pending', verified: false },
    ]);
    expect((await anon.from('book_reviews').select('id').eq('name', name)).data).toEqual([]);
    await expectOnSite(visitor, text, false);
  });

  await page.goto(`/admin/book-reviews?lang=en&q=${encodeURIComponent(name)}`);
  const row = page.getByRole('row', { name });
  await expect(row).toBeVisible();
  await test.step('the staff approves it, and it shows at once', async () => {
    await page.keyboard.press('j');
    await expect(row).toBeFocused();
    await page.keyboard.press('a');
    await expect(page.getByText(`The review of ${name} is approved`)).toBeVisible();
    await expectOnSite(visitor, text, true);
  });

  await test.step('the staff rejects it, and it goes', async () => {
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: `Review of ${name}` });
    await expect(drawer).toBeVisible();
    await page.keyboard.press('r');
    await expect(drawer.getByText('Rejected', { exact: true })).toBeVisible();
    await expect(page.getByText(`The review of ${name} is rejected`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
    await expectOnSite(visitor, text, false);
  });
});

test(
  'a proof of purchase is sent from a phone, seen by the staff alone, and marks the review verified',
  { tag: '@phone' },
  async ({ page, visitor, service, anon, name }) => {
    const file = await pngOf(visitor, 'receipt.png', { width: 2400, height: 1200 });
    const { dialog, field } = await reviewWith(visitor, '', name, file);
    await expect(field.getByRole('img', { name: 'Preview of receipt.jpg' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Send the review' }).tap();
    await expect(dialog.getByText('Thank you for your review!')).toBeVisible();
    const stored = async () => {
      const review = service.from('book_reviews').select('*').eq('name', name).single();
      return (await review.throwOnError()).data;
    };
    const { id, proof_path } = await stored();
    expect(proof_path).toBe(id);
    expect((await anon.storage.from('review-proofs').download(id)).data).toBeNull();

    await page.goto(`/admin/book-reviews?lang=en&open=${id}`);
    const drawer = page.getByRole('dialog', { name: `Review of ${name}` });
    await drawer.getByRole('button', { name: 'Show the proof of purchase large' }).tap();
    const large = page.getByRole('dialog', { name: `Proof of purchase of ${name}` });
    await expect(large.getByRole('img')).toBeVisible();
    await expect(large.getByRole('img')).toHaveJSProperty('naturalWidth', 2000); // 0 until it is loaded
    await large.getByRole('button', { name: 'Close' }).tap();
    await drawer.getByRole('switch', { name: 'Verified purchase' }).tap();
    await expect.poll(async () => (await stored()).verified).toBe(true);
  },
);
