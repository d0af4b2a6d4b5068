import type { Page } from '@playwright/test';
import { makeAccount, type Account } from './backend';
import { expect, test } from './fixtures';

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test(
  'an admin signs in and is shown the dashboard',
  { tag: '@phone' },
  async ({ page, account, service }) => {
    await page.goto('/admin?lang=en');
    await expect(page).toHaveURL(/\/admin\/login\?/);
    await signIn(page, account);
    await expect(page).toHaveURL(/\/admin\/dashboard/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Book reviews', exact: true }),
    ).toBeVisible();
    // The sign-in is recorded in the background.
    const lastLogin = async () => {
      const { data } = await service
        .from('admin_users')
        .select('last_login')
        .eq('email', account.email)
        .single();
      return data?.last_login ?? null;
    };
    await expect.poll(lastLogin).not.toBeNull();
  },
);

test('a wrong password shows the server’s message', async ({ page, account, complaints }) => {
  complaints.expect(/status of 400/);
  await page.goto('/admin/login?lang=en');
  await signIn(page, { ...account, password: 'not the password' });
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'Invalid login credentials',
  );
  await expect(page).toHaveURL(/\/admin\/login/);
});

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

test('a deactivated admin is signed out', async ({ page, account, service }) => {
  await service
    .from('admin_users')
    .update({ active: false })
    .eq('email', account.email)
    .throwOnError();
  await page.goto('/admin/login?lang=en');
  await signIn(page, account);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'Not authorized as admin',
  );
});

test('signing in leads back to the requested page', async ({ page, account }) => {
  await page.goto('/admin/book-orders?filter=not_paid&lang=en');
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  await signIn(page, account);
  await expect(page).toHaveURL(/\/admin\/book-orders\?filter=not_paid/);
  await expect(page.getByRole('button', { name: /^Remove the filter .*Not paid$/ })).toBeVisible();
});

test('signing in never leads to another site', async ({ page, account }) => {
  await page.goto('/admin/login?lang=en&next=https://example.org/admin/dashboard');
  await signIn(page, account);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/admin\/dashboard/);
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

test.describe('a signed-in admin', () => {
  test.use({ who: 'admin' });

  test('goes from /admin to the dashboard', async ({ page }) => {
    await page.goto('/admin?lang=en');
    await expect(page).toHaveURL(/\/admin\/dashboard/);
  });

  test('signs out', async ({ page }) => {
    await page.goto('/admin/book-orders?lang=en');
    await expect(page.getByRole('heading', { name: 'Book orders' })).toBeVisible();
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
    await expect(page).not.toHaveURL(/next=/);
    await page.goto('/admin/book-orders?lang=en');
    await expect(page).toHaveURL(/\/admin\/login\?next=/);
  });

  test('signs in again after the session has expired', async ({ page, complaints }) => {
    complaints.expect(/status of 400/);
    await page.goto('/admin/book-orders?filter=paid&lang=en');
    await expect(page.getByRole('heading', { name: 'Book orders' })).toBeVisible();
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        if (!key.includes('auth-token')) continue;
        const session = JSON.parse(value);
        const over = { ...session, expires_at: 1, refresh_token: 'gone' };
        localStorage.setItem(key, JSON.stringify(over));
      }
    });
    await page.reload();
    await expect(page).toHaveURL(/\/admin\/login\?next=.*filter%3Dpaid/);
  });
});
