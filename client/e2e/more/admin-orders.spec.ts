import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { overflow, violations } from '../accessible';
import { makeOrder } from '../backend';
import { expect, test } from '../fixtures';

test.use({ who: 'admin' });

const at = (name: string, more = '') =>
  `/admin/book-orders?lang=en&q=${encodeURIComponent(name)}${more}`;

test('filters, search, sort and pages live in the address', async ({ page, service, name }) => {
  const first = Date.UTC(2026, 0, 1);
  const orders = Array.from({ length: 30 }, (_, no) =>
    makeOrder(service, `${name} (no. ${no}, 100%)`, new Date(first + no * 60_000)),
  );
  const [oldest] = await Promise.all(orders);
  await service
    .from('book_orders')
    .update({ paid: true })
    .eq('id', oldest?.id ?? '')
    .throwOnError();

  await page.goto(at(name));
  await expect(page.getByText('1-25 of 30')).toBeVisible();
  await expect(page.getByText(`${name} (no. 29, 100%)`)).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('26-30 of 30')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('checkbox', { name: 'New 30', exact: true }).click();
  await page.keyboard.press('Escape');
  const paid = page.getByRole('radio', { name: 'Paid 1', exact: true });
  await page.locator('label').filter({ has: paid }).click();
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  await expect(page).toHaveURL(/filter=paid/);
  await expect(page).not.toHaveURL(/page=/);
  await page.reload();
  const chip = page.getByRole('button', { name: 'Remove the filter State: New' });
  await expect(chip).toBeVisible();
  await expect(paid).toBeChecked();
  await expect(page.getByText(`${name} (no. 0, 100%)`)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('26-30 of 30')).toBeVisible();
  await expect(chip).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Rows of a page' }).selectOption('100');
  await expect(page.getByText('1-30 of 30')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1-30 of 30')).toBeVisible();

  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await expect(page.getByText(`${name} (no. 0, 100%)`)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Order' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  // Special characters of the query syntax are plain text here.
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill(`100%) (no. 27, ${name}`);
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  await search.fill(`${name} "or" \\ %`);
  await expect(page.getByText('No orders found')).toBeVisible();
});

test('all that match are changed beyond the page, and what does not match any more is left', async ({
  page,
  service,
  name,
}) => {
  // New ones would push those of other flows off the first page.
  const placed = new Date(Date.UTC(2026, 0, 3));
  const made = await Promise.all(
    Array.from({ length: 28 }, (_, no) => makeOrder(service, `${name} ${no}`, placed)),
  );
  const ids = made.map(({ id }) => id);
  const paid = async () => {
    const { data } = await service.from('book_orders').select('id').in('id', ids).is('paid', true);
    return data?.length;
  };
  await page.goto(at(name, '&filter=not_paid'));
  await expect(page.getByText('1-25 of 28')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Select all 28 that match' }).click();
  await expect(page.getByText('28 selected')).toBeVisible();
  await service
    .from('book_orders')
    .update({ paid: true })
    .eq('id', ids[0] ?? '')
    .throwOnError();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByText('27 orders are paid.')).toBeVisible();
  await expect(page.getByText(/^Does not match the filters any more \(1\)/)).toBeVisible();
  expect(await paid()).toBe(28);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(paid).toBe(1);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Select all 27 that match' }).click();
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel 27 orders' });
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Out of print');
  await dialog.getByRole('button', { name: 'Cancel 27 orders' }).click();
  await expect(page.getByText('27 orders are cancelled.')).toBeVisible();
  const { data } = await service
    .from('book_order_changes')
    .select('reason, to_status')
    .in('order_id', ids);
  expect(data?.filter(({ reason }) => reason === 'Out of print')).toHaveLength(27);
});

test('from the list to an order, a flag, the next order and back, by keyboard alone', async ({
  page,
  service,
  name,
}) => {
  const older = await makeOrder(service, `${name} 1`, new Date(Date.UTC(2026, 0, 1)));
  const newer = await makeOrder(service, `${name} 2`, new Date(Date.UTC(2026, 0, 2)));
  await page.goto(at(name));
  await expect(page.getByText('1-2 of 2')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(newer.order_number)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`open=${newer.id}`));
  await page.keyboard.press('j');
  await expect(drawer.getByText(older.order_number)).toBeVisible();
  const paid = drawer.getByRole('switch', { name: /^Paid/ });
  for (let presses = 0; presses < 20; presses += 1) {
    if (await paid.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await expect(paid).toBeChecked();
  await expect(drawer.getByText(/^Paid, but never confirmed/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
  await expect(page.locator(`[data-row="${older.id}"]`)).toBeFocused();
});

test('a name or a town without an end stays within the page', async ({ page, service, name }) => {
  await makeOrder(service, `${name} ${'W'.repeat(180)}`, new Date(), 'V'.repeat(200));
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/book-orders?lang=ar&q=${encodeURIComponent(name)}`);
    await expect(page.getByText(name)).toBeVisible();
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `at ${width} px`).toBe(0);
  }
});

test('an admin who was deactivated meanwhile changes nothing', async ({
  page,
  service,
  account,
  name,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const order = await makeOrder(service, name);
  await page.goto(at(name));
  const paid = page.getByRole('switch', { name: `Paid, order ${order.order_number}` });
  await expect(paid).toBeVisible();
  await service
    .from('admin_users')
    .update({ active: false })
    .eq('email', account.email)
    .throwOnError();
  // An event may have emptied the list before the click: no row is this account's to see any more.
  await paid.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
  const { data } = await service.from('book_orders').select('paid').eq('id', order.id).single();
  expect(data?.paid).toBe(false);
});

test('the file has what the view shows, every cell quoted, with the day in its name', async ({
  page,
  service,
  name,
}) => {
  const kept = await makeOrder(service, `${name} =1+1`, new Date(), 'مراكش');
  const left = await makeOrder(service, name);
  await service.from('book_orders').update({ paid: true }).eq('id', left.id).throwOnError();
  await page.goto(at(name, '&filter=not_paid')); // an address of an earlier release
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^book-orders-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF"Order","Ordered","Buyer"')).toBe(true);
  expect(text).toContain(`"${kept.order_number}"`);
  expect(text).toContain('"مراكش"');
  expect(text).not.toContain(left.order_number);
  expect(text.trim().split('\r\n')).toHaveLength(2);
});

/** Expects one part of the page to be on paper, and another not to be. */
async function expectPrinted(part: Locator, other: Locator): Promise<void> {
  await part.page().emulateMedia({ media: 'print' });
  await expect(part).toBeVisible();
  await expect(other).toBeHidden();
  await part.page().emulateMedia({ media: null });
}

test('a screen and what is open over it are printed; packing slips fill A4 and A6, each in the language of its order', async ({
  page,
  service,
  name,
}) => {
  const made = await Promise.all(
    Array.from({ length: 5 }, (_, no) => makeOrder(service, `${name} ${no}`, new Date(), 'طنجة')),
  );
  const ids = made.map(({ id }) => id);
  for (const [no, language] of (['ar', 'fr', 'en'] as const).entries()) {
    await service
      .from('book_orders')
      .update({ language })
      .eq('id', ids[no] ?? '')
      .throwOnError();
  }
  await service
    .from('book_orders')
    .update({ edition: 'ar' })
    .eq('id', ids[3] ?? '')
    .throwOnError();
  // Replaces the print dialog, which a test cannot operate, and stores the printed page.
  await page.addInitScript(() => {
    window.print = () => {
      const slips = document.querySelector('body > .packing-slips');
      document.documentElement.dataset['slips'] = slips?.outerHTML ?? '';
    };
  });
  const heading = page.getByRole('heading', { level: 1 });
  const drawer = page.getByRole('dialog', { name: /^Book order/ });
  await page.goto(at(name, `&open=${ids[0]}`));
  await expect(drawer).toBeVisible();
  await expectPrinted(drawer, heading);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expectPrinted(heading, page.getByRole('banner'));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Packing slips' }).click();
  const dialog = page.getByRole('dialog', { name: 'Packing slips' });
  await expect(dialog.getByText(/^5 packing slips/)).toBeVisible();
  await expectPrinted(dialog, heading);
  await expect(dialog.getByText(/^The sender is not complete/)).toContainText('return address');
  for (const { format, pages } of [
    { format: /^A4/, pages: 2 },
    { format: /^A6/, pages: 5 },
  ]) {
    await dialog.getByRole('radio', { name: format }).click();
    await dialog.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-slips', /article/);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        document.documentElement.dataset['slips'] ?? '',
      );
    });
    await page.emulateMedia({ media: 'print' });
    const slips = page.locator('body > .packing-slips');
    await expect(slips.locator('article[lang=ar][dir=rtl]')).toHaveCount(2);
    await expect(slips.locator('article[lang=fr]')).toHaveCount(2);
    await expect(slips.locator('article[lang=en]')).toContainText('Deliver to');
    await expect(page.locator('#root')).toBeHidden();
    await expect(dialog).toBeHidden();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(pages);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => document.querySelector('body > .packing-slips')?.remove());
  }
});

test('filters, chips and bulk actions are accessible on both devices in both languages', async ({
  page,
  service,
  name,
}) => {
  await makeOrder(service, name, new Date(), 'Rabat');
  const query = `q=${encodeURIComponent(name)}&state=new&city=Rabat&from=2026-01-01`;
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const language of ['en', 'ar']) {
      await page.goto(`/admin/book-orders?lang=${language}&${query}`);
      await page.locator('[data-list] input[type=checkbox]').last().click();
      expect(await violations(page)).toEqual([]);
      // By the keyboard: a notice about orders of other tests may be above the button.
      await page.locator('button[aria-haspopup=dialog]').first().press('Enter');
      await expect(page.getByRole('dialog').locator('input[type=date]').first()).toBeVisible();
      expect(await overflow(page)).toBe(0);
      expect(await violations(page)).toEqual([]);
    }
  }
});
