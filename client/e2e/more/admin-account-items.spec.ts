import { violations } from '../accessible';
import { expect, test } from '../fixtures';

test.use({ who: 'admin' });

test('views, drafts and marks follow the account to another browser @once', async ({
  page,
  another,
  service,
  name,
}) => {
  const message = {
    name,
    email: 'amal@example.org',
    subject: 'speaking',
    message: 'Will you come?',
  };
  await service.from('contact_submissions').insert(message).throwOnError();
  await page.goto(`/admin/contact?lang=en&q=${encodeURIComponent(name)}&status=unanswered`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('Waiting');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Details of ${name}` }).click();
  const details = page.getByRole('dialog', { name });
  await details.getByRole('button', { name: 'Reply' }).click();
  const saved = page.waitForResponse(
    (answer) => answer.url().includes('account_items') && answer.request().method() === 'POST',
  );
  await details.getByRole('textbox', { name: 'Text' }).fill('Yes, with pleasure.');
  await saved;

  await another.goto('/admin/contact?lang=en');
  await another.getByRole('button', { name: 'Views' }).click();
  await another.getByRole('button', { name: 'Waiting', exact: true }).click();
  await expect(another).toHaveURL(/status=unanswered/);
  await another.getByRole('button', { name: `Details of ${name}` }).click();
  const same = another.getByRole('dialog', { name });
  await same.getByRole('button', { name: 'Reply' }).click();
  await expect(same.getByRole('textbox', { name: 'Text' })).toHaveValue('Yes, with pleasure.');
  expect(await violations(another)).toEqual([]);

  // A change in one shows in the other without a reload.
  await another.keyboard.press('Escape');
  await another.getByRole('button', { name: 'Waiting', exact: true }).click();
  await another.getByRole('button', { name: 'Forget Waiting' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
});
