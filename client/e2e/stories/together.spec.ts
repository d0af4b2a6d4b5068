import type { Page } from '@playwright/test';
import { overflow, violations } from '../accessible';
import { makeOrder } from '../backend';
import { fillOrderForm } from '../book-order';
import { expect, test } from '../fixtures';
import { live } from '../live';
import { makeMessage } from '../messages';
import { field, makePost, postOf, saved } from '../posts';
import { visit } from '../visit';

test.use({ who: 'admin' });

/** The notification of an order; others that arrive at the same moment may be counted with it. */
const said = (page: Page) => page.getByText(/^New order: |\d+ new orders?/);

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const flag = (page: Page, flagged: string, number: string) =>
  page.getByRole('switch', { name: new RegExp(`^${flagged}.*${number}`) });

test('an order is said as it is placed, and is in the list', async ({
  page,
  visitor,
  service,
  name,
}) => {
  await page.goto('/admin/contact?lang=en');
  await live(page);

  await visit(visitor, '/book?lang=en');
  await fillOrderForm(visitor, name);
  await visitor.getByRole('button', { name: 'Place the order' }).click();
  await expect(visitor.getByText(`Thank you, ${name}!`).first()).toBeVisible();

  await test.step('on another screen it is said, and counted in the menu and the title', async () => {
    await expect(said(page).first()).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Admin menu' });
    await expect(menu.getByRole('link', { name: /^Book orders \d+ new$/ })).toBeVisible();
    await expect(page).toHaveTitle(/^\(\d+\+?\) Contact$/);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('once it was looked at it counts no more', async () => {
    await page.getByRole('link', { name: 'Book orders' }).first().click();
    await expect(row(page, name)).toBeVisible();
    await expect(page.locator('nav [href*="book-orders"] [data-news]')).toHaveCount(0);
  });
  await test.step('where its list is open another joins it, without a reload', async () => {
    await makeOrder(service, `Second ${name}`);
    await expect(row(page, `Second ${name}`)).toBeVisible();
  });
});

test('two windows stay the same, and nothing that is typed is lost', async ({
  page,
  another,
  service,
  name,
}) => {
  const order = await makeOrder(service, name);
  const list = `/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`;
  await page.goto(list);
  await another.goto(`${list}&open=${order.id}`);
  await Promise.all([live(page), live(another)]);
  const drawer = another.getByRole('dialog', { name: /^Book order/ });
  const notes = drawer.getByRole('textbox', { name: 'Notes' });
  await notes.fill('She calls back on Monday');

  const { order_number: number } = order;
  await flag(page, 'Paid', number).click();
  await expect(drawer.getByRole('switch', { name: /^Paid/ })).toBeChecked();
  await expect(notes).toHaveValue('She calls back on Monday');
  await expect(notes).toBeFocused();

  await notes.press('Control+s');
  await expect(drawer.getByText('Saved', { exact: true })).toBeVisible();
  await row(page, name)
    .getByRole('button', { name: /^Details of/ })
    .click();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(
    'She calls back on Monday',
  );
});

const conflictOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('of two who write at once the second is told who and when, and nothing is lost', async ({
  page,
  another,
  service,
  account,
  name,
}) => {
  const post = await makePost(service, name);
  await page.goto(post.path);
  await another.goto(post.path);
  await field(page, 'Title in English').fill(`${name} by one`);
  await field(page, 'Text in English').fill('Some words, of one.');
  await expect(saved(page)).toBeVisible();

  await field(another, 'Title in English').fill(`${name} by two`);
  await field(another, 'Text in English').fill('Some words, of two.');
  await field(another, 'Excerpt in English').fill('Of two.');
  await expect(another.getByText(`${account.email} saved it`)).toBeVisible();
  const title = conflictOf(another, 'Title in English');
  await expect(title.getByText(`${name} by one`, { exact: true })).toBeVisible();
  expect(await overflow(another)).toBe(0);

  // Nothing is saved before the last choice: neither by itself, nor by hand, nor after a reload.
  await another.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(
    another.getByText(/^Nothing was saved: somebody else changed the same/),
  ).toBeVisible();
  another.on('dialog', (dialog) => void dialog.accept());
  await another.reload();
  await expect(title.getByText(`${name} by two`, { exact: true })).toBeVisible();
  await title.getByRole('button', { name: 'Keep mine' }).click();
  await expect(title).toBeHidden();
  expect(await postOf(service, post.slug)).toMatchObject({
    title_en: `${name} by one`,
    status: 'draft',
  });
  const text = conflictOf(another, 'Text in English');
  await text.getByRole('button', { name: 'Keep both' }).press('Enter');
  await expect(saved(another)).toBeVisible();
  expect(await postOf(service, post.slug)).toMatchObject({
    title_en: `${name} by two`,
    content_en: '<p>Some words, of one.</p><p>Some words, of two.</p>',
    excerpt_en: 'Of two.',
  });
  await expect(field(another, 'Text in English')).toHaveText(
    'Some words, of one.Some words, of two.',
  );
  // The first title is still in the revisions.
  await another.getByRole('button', { name: 'Revisions' }).click();
  await expect(another.getByRole('list', { name: 'All revisions' })).toBeVisible();
});

test(
  'a message is announced above the bar of a phone, in Arabic, and counted in it',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    await page.goto('/admin/dashboard?lang=ar');
    await live(page);
    await makeMessage(service, name, { hoursAgo: 0 });
    await expect(page.getByText(/رسالة جديدة|رسائل جديدة|رسالتان جديدتان/).first()).toBeVisible();
    const bar = page.getByRole('navigation', { name: 'الاستعمال اليومي' });
    await expect(bar.locator('[data-news]').first()).toBeVisible();
    expect(await overflow(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  },
);
