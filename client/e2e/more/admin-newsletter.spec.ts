import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures';

test.use({ who: 'admin' });

test(
  'who asked for the newsletter is found, exported and erased',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    const [kept, gone] = ['kept', 'gone'].map(
      (word) => `${word}-${name.toLowerCase().replace(' ', '-')}@example.org`,
    );
    await service
      .from('newsletter_subscribers')
      .insert([
        { email: kept ?? '', language: 'ar', status: 'confirmed' },
        { email: gone ?? '', language: 'fr', status: 'pending' },
      ])
      .throwOnError();
    await page.goto('/admin/newsletter?lang=en');
    await page.getByRole('searchbox').fill(name.toLowerCase().replace(' ', '-'));
    await expect(page.getByText('1-2 of 2')).toBeVisible();
    await expect(page.getByText(kept ?? '')).toBeVisible();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^newsletter-subscribers-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n').filter((line) => line.includes('@example.org'))).toHaveLength(2);

    await page.getByRole('button', { name: `Delete ${gone}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`Are you sure you want to delete ${gone}?`);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`${gone} was deleted.`)).toBeVisible();
    await expect(page.getByText('1-1 of 1')).toBeVisible();

    await page.getByText(/^Unsubscribed/).click();
    await expect(page.getByText('No subscribers found')).toBeVisible();
  },
);
