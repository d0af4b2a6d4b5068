import type { Page } from '@playwright/test';
import { totp } from '../../contract/authenticator';
import { makeAccount, type Account } from '../backend';
import { expect, test } from '../fixtures';
import { startOwnProgram } from '../own-program';

async function givePassword(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from the app').fill(code);
  await page.getByRole('button', { name: /^(Continue|Check the code)$/ }).click();
}

async function signOut(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More' });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
}

/** Sets an app up in the form that is shown; returns its secret, the code given, and the recovery codes. */
async function enrol(page: Page) {
  const form = page.getByRole('form', { name: 'Add an authenticator app' });
  await form.getByRole('button', { name: 'Continue' }).click();
  const picture = form.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect(picture).toBeVisible();
  const width = () =>
    picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
  await expect.poll(width).toBeGreaterThan(100);
  const secret = await form.getByText(/^[A-Z2-7]{32}$/).innerText();
  const field = form.getByLabel('Code from the app');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await giveCode(page, '000000');
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible();
  const used = totp(secret);
  await giveCode(page, used);
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await page.emulateMedia({ media: 'print' });
  await expect(list).toBeVisible();
  await page.emulateMedia({ media: null });
  const recovery = await list.getByRole('listitem').allInnerTexts();
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute(
    'download',
    'recovery-codes.txt',
  );
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return { secret, used, recovery };
}

/** The code of the step after now: the one of now was given, and counts once. */
const nextCode = (secret: string) => totp(secret, 1);

const asked = (page: Page) => page.getByRole('heading', { name: 'Your second factor' });

test.describe('a second factor', () => {
  test.use({ who: 'admin' });

  test('is asked for in every tab, and one code opens all', async ({
    page,
    account,
    complaints,
  }) => {
    complaints.expect(/status of (401|403|404|422)|JWT revoked/);
    await page.goto('/admin/account?lang=en');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const { secret } = await enrol(page);
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
    await signOut(page);
    await givePassword(page, account);
    await expect(asked(page)).toBeVisible();
    const tab = await page.context().newPage();
    await tab.goto('/admin/book-orders?lang=en');
    await expect(asked(tab)).toBeVisible();
    await giveCode(tab, nextCode(secret));
    await expect(tab.getByRole('heading', { name: 'Book orders' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});

test('a required second factor leads an admin to set one up; a lost phone is helped', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (401|403|404|422)|JWT revoked/);
  const { url, service, stop } = await startOwnProgram();
  try {
    const owner = await makeAccount(service, 'super_admin');
    const colleague = await makeAccount(service, 'admin');
    await page.goto(`${url}/admin/settings/security?lang=en`);
    await givePassword(page, owner);
    await expect(page.getByText('set up a second factor of your own')).toBeVisible();
    await page.getByRole('link', { name: 'Set it up under My account' }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const { secret } = await enrol(page);
    await page.goto(`${url}/admin/settings/security?lang=en`);
    await page.getByRole('switch', { name: 'Admins must use a second factor' }).click();
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await signOut(page);

    await page.goto(`${url}/admin/book-orders?lang=en`);
    await givePassword(page, colleague);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await enrol(page);
    await expect(page.getByRole('heading', { name: 'Book orders' })).toBeVisible();
    await signOut(page);

    await page.goto(`${url}/admin/users?lang=en`);
    await givePassword(page, owner);
    await giveCode(page, nextCode(secret));
    await page.getByRole('button', { name: `Remove second factor of ${colleague.email}` }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Remove second factor' })
      .click();
    await expect(
      page.getByText(`The second factor of ${colleague.email} is removed.`),
    ).toBeVisible();
    await signOut(page);
    await givePassword(page, colleague);
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  } finally {
    await page.goto('about:blank'); // the page would log that the program has gone
    await stop();
  }
});
