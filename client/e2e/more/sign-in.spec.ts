import type { Page } from '@playwright/test';
import { makeAccount, type Account } from '../backend';
import { expect, test } from '../fixtures';

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a user who is not an admin is signed out again', async ({ page, service }) => {
  const stranger = await makeAccount(service, 'stranger');
  await page.goto('/admin/login?lang=en');
  const signedOut = page.waitForResponse('**/auth/v1/logout*');
  await signIn(page, stranger);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'Not authorized as admin',
  );
  expect((await signedOut).status()).toBe(204);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /auth/.test(key))),
  ).toEqual([]);
});

test('a one-time password must be replaced first', async ({ page, service }) => {
  const invited = await makeAccount(service, 'super_admin', { password_is_temporary: true });
  await page.goto('/admin/login?lang=en');
  await signIn(page, invited);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.goto('/admin/book-orders?lang=en');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();

  const choose = async (first: string, again: string) => {
    await page.getByRole('textbox', { name: 'New password' }).fill(first);
    await page.getByRole('textbox', { name: 'The same again' }).fill(again);
    await page.getByRole('button', { name: 'Keep this password' }).click();
  };
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await choose('short', 'short');
  await expect(alert).toHaveText('Password must be at least 6 characters long');
  await choose('long enough', 'long enouhg');
  await expect(alert).toHaveText('The two passwords are not the same');
  await choose('long enough', 'long enough');
  await expect(page.getByRole('heading', { name: 'Book orders' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Book orders' })).toBeVisible();
});
