import { expect, test } from './fixtures';

test.use({ who: 'admin' });

test(
  'an admin signs another device out',
  { tag: '@phone' },
  async ({ page, another, complaints, isMobile }) => {
    complaints.expect(/status of (400|401|403)|JWT revoked/);
    await another.goto('/admin/book-orders?lang=en');
    await expect(another.getByRole('heading', { name: 'Book orders' })).toBeVisible();
    await page.goto('/admin/dashboard?lang=en');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    if (isMobile) await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'My account' }).click();
    const devices = page.getByRole('list', { name: 'Signed-in devices' });
    await expect(devices.getByText('This device')).toBeVisible();
    await devices.getByRole('button', { name: /^Sign out/ }).click();
    await expect(page.getByText('No other device is signed in.')).toBeVisible();
    await another.reload();
    await expect(another.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
  },
);

test(
  'an admin changes the own password',
  { tag: '@phone' },
  async ({ page, account, complaints }) => {
    complaints.expect(/status of 422/);
    await page.goto('/admin/account?lang=en');
    const choose = async (password: string) => {
      await page.getByRole('textbox', { name: 'New password' }).fill(password);
      await page.getByRole('textbox', { name: 'The same again' }).fill(password);
      await page.getByRole('button', { name: 'Keep this password' }).click();
    };
    await choose(account.password);
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
      'The new password must not be the old one',
    );
    await choose('another good password');
    await expect(page.getByText('The new password is saved.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('');
  },
);
