import type { Page } from '@playwright/test';
import { violations } from './accessible';
import { makeOrder, type Backend } from './backend';
import { expect, test } from './fixtures';
import { live } from './live';
import { openPalette } from './palette';

test.use({ who: 'admin' });

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

test('a session that ends under a form takes nothing of it away', async ({
  page,
  account,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/status of 400/); // the server no longer renews it
  await page.goto('/admin/book-reviews?lang=en&open=new');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page
    .getByRole('textbox', { name: 'Comment (English)' })
    .fill('It took me up the mountain.');
  await live(page); // the server says on its socket that the session has ended
  await endSession(page, service);
  await page.keyboard.press('Control+s');

  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again.getByLabel('Password')).toBeFocused();
  await expect(again.getByLabel('E-mail')).toHaveValue(account.email);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('not it');
  await page.keyboard.press('Enter');
  await expect(again.getByRole('alert')).toHaveText('Invalid login credentials');
  await again.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();

  // The request that failed with the expired session has been retried.
  const saved = async () => {
    const { data } = await service.from('book_reviews').select('comment_en').eq('name', name);
    return data;
  };
  await expect.poll(saved).toEqual([{ comment_en: 'It took me up the mountain.' }]);
});

test('whoever leaves in one tab has left in the other', async ({ page, context }) => {
  await page.goto('/admin/book-orders?lang=en');
  const other = await context.newPage();
  await other.goto('/admin/dashboard?lang=en');
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
});

test('the palette finds an order by its buyer', async ({ page, service, name }) => {
  const order = await makeOrder(service, name);
  await page.goto('/admin/dashboard?lang=en');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type(name);
  // A shorter text also finds the orders of other tests.
  await expect(
    page.getByRole('option', { name: new RegExp(order.order_number), selected: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(order.order_number).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/book-orders\\?open=${order.id}`));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Opened lately' })).toContainText(name);
});

test('a screen that cannot come without a network opens once there is one', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|could not be loaded|Failed to fetch/);
  await page.goto('/admin/dashboard?lang=en');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await page.getByRole('link', { name: 'Book orders' }).first().click();
  await expect(page.getByRole('alert').getByText('There is no network.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Book orders' })).toBeVisible();
  await expect(page.getByText(/^You are offline\./)).toBeHidden();
});

test('the light that was chosen is there before the page is', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/admin/dashboard?lang=en');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  // The script is delayed: the first paint happens without it.
  await page.route('**/assets/admin-*.js', (route) => route.abort());
  await page.goto('/admin/dashboard?lang=en', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('everything is reached from the foot of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/dashboard?lang=ar');
  const more = page.getByRole('button', { name: 'المزيد' });
  await more.click();
  await page.getByRole('dialog').getByRole('link', { name: 'طلبات الكتاب' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'طلبات الكتاب' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await more.click();
  await page.getByRole('dialog').getByRole('button', { name: 'تسجيل الخروج' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});

test.describe('the keyboard alone', () => {
  test.use({ who: 'visitor' });

  test('signs in, goes about, asks for help and signs out', async ({ page, account }) => {
    await page.goto('/admin/login?lang=en');
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(account.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(account.password);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    await openPalette(page);
    await page.keyboard.type('book ord');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: 'Book orders' });
    await expect(heading).toBeFocused();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help.getByText('Dashboard')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();

    await openPalette(page);
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
  });
});
