import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { newestMail } from './mailbox';

async function askForMail(page: Page, email: string): Promise<void> {
  await page.goto('/admin/login?lang=en');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText(/a mail is on its way/)).toBeVisible();
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('textbox', { name: 'The same again' }).fill(password);
  await page.getByRole('button', { name: 'Keep this password' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

test(
  'a forgotten password is replaced by the link of a mail, in another browser',
  { tag: '@phone' },
  async ({ page, visitor, account, complaints }) => {
    await askForMail(page, account.email);
    const { link } = await newestMail(account.email);

    await test.step('the link asks for a new password', async () => {
      await visitor.goto(link);
      await visitor.getByRole('button', { name: 'Continue' }).click();
      await expect(visitor.getByText(`For the account ${account.email}.`)).toBeVisible();
      expect(new URL(visitor.url()).pathname).toBe('/admin/password');
      await choose(visitor, 'a new good password');
      await expect(visitor.getByText('The new password is saved.')).toBeVisible();
    });

    await test.step('the link works once', async () => {
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
      await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible();
    });

    await test.step('the new password signs in, the old one does not', async () => {
      complaints.expect(/status of 400/);
      await page.goto('/admin/login?lang=en');
      await page.getByLabel('E-mail').fill(account.email);
      await page.getByLabel('Password').fill(account.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
        'Invalid login credentials',
      );
      await page.getByLabel('Password').fill('a new good password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    });
  },
);

test('a forgotten password is replaced by the code of a mail', async ({ page, account }) => {
  await askForMail(page, account.email);
  const { code } = await newestMail(account.email);
  await page.getByLabel('Code from the mail').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await choose(page, 'a new good password');
});
