import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { newestMail } from './mailbox';

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

test('a newsletter is written, tested, scheduled, sent and left by its link', async ({
  page,
  service,
  account,
  name,
  visitor,
}) => {
  const reader = `reader-${name.toLowerCase().replace(' ', '-')}@example.org`;
  await service
    .from('newsletter_subscribers')
    .insert({ email: reader, language: 'fr', status: 'confirmed' })
    .throwOnError();

  await page.goto('/admin/newsletters?lang=en');
  await page.getByRole('button', { name: 'New newsletter' }).click();
  await page.getByRole('textbox', { name: 'Subject, English' }).fill(name);
  await page.getByRole('textbox', { name: 'Text, English' }).click();
  await page.keyboard.type('We arrived.');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview, English' });
  await expect(preview.getByText('We arrived.', { exact: true })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Send test to me (English)' }).click();
  await expect(page.getByText(`A test is on its way to ${account.email}.`)).toBeVisible();
  const testMail = await newestMail(account.email);
  expect(testMail.subject).toBe(name);
  expect(testMail.text).toContain('We arrived.');

  await page.getByRole('button', { name: 'Schedule …' }).click();
  const schedule = page.getByRole('dialog', { name: 'Schedule the newsletter' });
  await expect(schedule.getByText('French, in English')).toBeVisible();
  await schedule.getByLabel('Time', { exact: true }).fill('2020-01-01T10:00');
  await schedule.getByRole('button', { name: 'Schedule' }).click();
  await expect(schedule.getByText('Choose a time that is still to come.')).toBeVisible();
  await schedule.getByLabel('Time', { exact: true }).fill('2999-01-01T10:00');
  await schedule.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Cancel sending' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Duplicate as new draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject, English' })).toHaveValue(name);
  await page.getByRole('button', { name: 'Send now …' }).click();
  const now = page.getByRole('dialog', { name: 'Send the newsletter now' });
  await expect(now.getByText(/^Recipients: \d/)).toBeVisible();
  await now.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();

  // The result is counted once the mail server has taken all e-mails; the mailbox has this one then.
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  const mail = await newestMail(reader);
  expect(mail.subject).toBe(name);
  await expect(
    page.getByRole('region', { name: 'Recipients by result' }).getByText(reader),
  ).toBeVisible({ timeout: 60_000 });

  const link = /https?:\S+\/unsubscribe\?\S+/.exec(mail.text)?.[0] ?? '';
  await visitor.goto(link);
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.getByRole('heading', { name: 'You have left the list' })).toBeVisible();
  const { data } = await service
    .from('newsletter_subscribers')
    .select('status')
    .eq('email', reader)
    .single()
    .throwOnError();
  expect(data.status).toBe('unsubscribed');
});
