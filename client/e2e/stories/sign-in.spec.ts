import type { Page } from '@playwright/test';
import { totp } from '../../contract/authenticator';
import { violations } from '../accessible';
import { makeOrder, type Account, type Backend } from '../backend';
import { expect, test } from '../fixtures';
import { live } from '../live';
import { newestMail } from '../mailbox';
import { openPalette } from '../palette';

const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });
const asked = (page: Page) => page.getByRole('heading', { name: 'Your second factor' });

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('textbox', { name: 'The same again' }).fill(password);
  await page.getByRole('button', { name: 'Keep this password' }).click();
}

test('a wrong password is refused, the right one leads to the wanted screen, and both tabs leave together', async ({
  page,
  context,
  account,
  service,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await page.goto('/admin/book-orders?filter=not_paid&lang=en');
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  await signIn(page, { ...account, password: 'not the password' });
  await expect(problem(page)).toHaveText('Invalid login credentials');
  await signIn(page, account);
  await expect(page).toHaveURL(/\/admin\/book-orders\?filter=not_paid/);
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

  const tab = await context.newPage();
  await tab.goto('/admin?lang=en');
  await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await live(tab);
  await tab.waitForLoadState('networkidle');
  complaints.expect(/status of 401/); // what the other tab asks for before it is told
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
  await expect(tab.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
  await page.goto('/admin/book-orders?lang=en');
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
});

test('the keyboard alone signs in, finds an order, asks for help and signs out', async ({
  page,
  account,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/status of 401/); // what the dashboard was still asking for at the sign-out
  const order = await makeOrder(service, name);
  await page.goto('/admin/login?lang=en');
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dashboard = page.getByRole('heading', { level: 1, name: 'Dashboard' });
  await expect(dashboard).toBeVisible();
  await live(page);

  await openPalette(page);
  await page.keyboard.type(name);
  // A shorter text also finds the orders of other tests.
  await expect(
    page.getByRole('option', { name: new RegExp(order.order_number), selected: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(order.order_number).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Dashboard')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(dashboard).toBeFocused();
  await openPalette(page);
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
});

test(
  'a forgotten password is replaced by the link of a mail, which works once',
  { tag: '@phone' },
  async ({ page, visitor, account, complaints }) => {
    complaints.expect(/status of 400/);
    await page.goto('/admin/login?lang=en');
    await page.getByRole('link', { name: 'Forgot your password?' }).tap();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('button', { name: 'Send me a link' }).tap();
    await expect(page.getByText(/a mail is on its way/)).toBeVisible();
    const { link } = await newestMail(account.email);
    await visitor.goto(link);
    await visitor.getByRole('button', { name: 'Continue' }).tap();
    await expect(visitor.getByText(`For the account ${account.email}.`)).toBeVisible();
    await choosePassword(visitor, 'a new good password');
    await expect(visitor.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
    await page.goto('/admin/login?lang=en');
    await signIn(page, account);
    await expect(problem(page)).toHaveText('Invalid login credentials');
    await signIn(page, { ...account, password: 'a new good password' });
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  },
);

test.describe('an admin', () => {
  test.use({ who: 'admin' });

  test(
    'signs another device out and changes the own password, in Arabic',
    { tag: '@phone' },
    async ({ page, another, complaints }) => {
      complaints.expect(/status of (400|401|403)|JWT revoked/);
      await another.goto('/admin/book-orders?lang=ar');
      await expect(another.getByRole('heading', { name: 'طلبات الكتاب' })).toBeVisible();
      await page.goto('/admin/account?lang=ar');
      const devices = page.getByRole('list', { name: 'الأجهزة المتصلة' });
      await expect(devices.getByText('هذا الجهاز')).toBeVisible();
      await devices.getByRole('button', { name: /^تسجيل خروج/ }).tap();
      await expect(page.getByText('لا يوجد جهاز آخر متصل.')).toBeVisible();
      await another.reload();
      await expect(another).toHaveURL(/\/admin\/login/);

      const choose = page.getByRole('region', { name: 'كلمة المرور' });
      await choose.getByLabel('كلمة المرور الجديدة').fill('another good password');
      await choose.getByLabel('أعد كتابتها').fill('another good password');
      await choose.getByRole('button', { name: 'اعتماد كلمة المرور' }).tap();
      await expect(page.getByText(/^تم حفظ كلمة المرور الجديدة/)).toBeVisible();
    },
  );

  test(
    'sets a second factor up, is asked for it, and gets in with a recovery code',
    { tag: '@phone' },
    async ({ page, account, complaints }) => {
      complaints.expect(/status of (401|403|404|422)|JWT revoked/);
      const giveCode = async (code: string) => {
        await page.getByLabel('Code from the app').fill(code);
        await page.getByRole('button', { name: /^(Continue|Check the code)$/ }).tap();
      };
      const signOut = async () => {
        await page.getByRole('button', { name: 'More' }).tap();
        await page.getByRole('button', { name: 'Sign out', exact: true }).tap();
        await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
      };
      await page.goto('/admin/account?lang=en');
      await page.getByRole('button', { name: 'Set up an authenticator app' }).tap();
      await page.getByRole('button', { name: 'Continue' }).tap();
      await expect(
        page.getByRole('img', { name: 'QR code for the authenticator app' }),
      ).toBeVisible();
      const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
      await giveCode('000000');
      await expect(problem(page)).toContainText('This code is wrong');
      const used = totp(secret);
      await giveCode(used);
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      const [recovery = ''] = await codes.allInnerTexts();
      await page.getByRole('button', { name: 'I have kept them' }).tap();
      await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
      await signOut();

      // The password alone opens nothing, also after a reload, and the wanted page is kept.
      await page.goto('/admin/book-orders?filter=not_paid&lang=en');
      await signIn(page, account);
      await expect(asked(page)).toBeVisible();
      await page.reload();
      await expect(asked(page)).toBeVisible();
      await giveCode(used);
      await expect(problem(page)).toContainText('was used already');
      await giveCode(totp(secret, 1)); // of the next step: that of now was given, and counts once
      await expect(page).toHaveURL(/\/admin\/book-orders\?filter=not_paid/);
      await signOut();

      await page.goto('/admin/account?lang=en');
      await signIn(page, account);
      await page.getByRole('button', { name: 'Use a recovery code' }).tap();
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
      await page.getByRole('button', { name: 'Continue' }).tap();
      await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
    },
  );

  test('whose session ends under a form loses nothing of it', async ({
    page,
    account,
    service,
    name,
    complaints,
  }) => {
    // The server no longer renews it, nor answers its reads; nor says whose it is, if a read renewed it before it ended.
    complaints.expect(/status of (40[01]|403 .*\/auth\/v1\/user$)/);
    await page.goto('/admin/book-reviews?lang=en&open=new');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Comment (English)' }).fill('It took me up.');
    await live(page); // the server says on its socket that the session has ended
    await endSession(page, service);
    await page.keyboard.press('Control+s');

    const again = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(again.getByLabel('Password')).toBeFocused();
    await expect(again.getByLabel('E-mail')).toHaveValue(account.email);
    expect(await violations(page)).toEqual([]);
    await again.getByLabel('Password').fill(account.password);
    await page.keyboard.press('Enter');
    await expect(again).toBeHidden();
    // The request that failed with the expired session has been retried.
    const saved = async () => {
      const { data } = await service.from('book_reviews').select('comment_en').eq('name', name);
      return data;
    };
    await expect.poll(saved).toEqual([{ comment_en: 'It took me up.' }]);
  });
});

/** Ends the session on the server, and has its token run out in the browser. */
async function endSession(page: Page, service: Backend): Promise<void> {
  const token = await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((name) => name.endsWith('auth-token'));
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    return String(session.access_token);
  });
  const { error } = await service.auth.admin.signOut(token, 'global');
  expect(error).toBeNull();
}
