import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { offerWith, reviewWith, sentBy } from './inquiry';

/** A picture drawn by the page, larger than what is sent. */
const pictureOf = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 2400;
    canvas.height = 1200;
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.fillStyle = '#b33';
      context.fillRect(0, 0, 2400, 1200);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

test.describe('a proof of purchase', () => {
  test.use({ who: 'admin' });

  test(
    'is sent by a visitor and seen by an admin',
    { tag: '@phone' },
    async ({ page, visitor, service, anon, name }) => {
      const buffer = Buffer.from(await pictureOf(visitor), 'base64');
      const file = { name: 'receipt.png', mimeType: 'image/png', buffer };
      const { dialog, field } = await reviewWith(visitor, '', name, file);
      await expect(field.getByRole('img', { name: 'Preview of receipt.jpg' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Send the review' }).click();
      await expect(dialog.getByText('Thank you for your review!')).toBeVisible();

      const { data } = await service
        .from('book_reviews')
        .select('id, proof_path')
        .eq('name', name)
        .single()
        .throwOnError();
      expect(data.proof_path).toBe(data.id);
      expect((await anon.storage.from('review-proofs').download(data.id)).data).toBeNull();

      await page.goto(`/admin/book-reviews?lang=en&open=${data.id}`);
      const proof = page.getByRole('img', { name: `Proof of purchase of ${name}` });
      await expect(proof).toBeVisible();
      const size = await proof.evaluate((image: HTMLImageElement) => [
        image.naturalWidth,
        image.naturalHeight,
      ]);
      expect(size).toEqual([2000, 1000]);
    },
  );
});

test.describe('the attachment of a sponsor', () => {
  test.use({ who: 'admin' });

  test('is sent with the inquiry, and saved under its name', async ({
    page,
    visitor,
    service,
    name,
  }) => {
    const file = { name: 'عرض & terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) };
    const form = await offerWith(visitor, '', name, file);
    await expect(form.getByText('عرض & terms.pdf')).toBeVisible();
    await form.getByRole('button', { name: 'Send Inquiry' }).click();
    await expect(form.getByRole('button', { name: 'Inquiry Sent!' })).toBeVisible();

    const [sent] = await sentBy(service, 'sponsorship_inquiries', name);
    expect(sent).toMatchObject({
      attachment_name: 'عرض & terms.pdf',
      attachment_size: Buffer.byteLength(pdf),
      attachment_type: 'application/pdf',
    });
    await page.goto(`/admin/form-submissions?lang=en&open=${sent?.id ?? ''}`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download عرض & terms.pdf' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('عرض & terms.pdf');
    expect(await readFile(await saved.path(), 'utf8')).toBe(pdf);
  });
});
