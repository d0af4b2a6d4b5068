import type { Page, WebSocketRoute } from '@playwright/test';
import { makeOrder } from '../backend';
import { expect, test } from '../fixtures';
import { live } from '../live';
import { staySteady } from '../steady';

test.use({ who: 'admin' });

/** The notification of an order; others that arrive at the same moment may be counted with it. */
const said = (page: Page) => page.getByText(/^New order: |\d+ new orders?/);

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an order that arrives moves no row of the list, nor does a lost network', async ({
  page,
  context,
  service,
  name,
}) => {
  await makeOrder(service, name);
  await page.goto('/admin/book-orders?lang=en');
  const paid = row(page, name).getByRole('switch', { name: /^Paid/ });
  await expect(paid).toBeVisible();
  await live(page);
  // While a row is selected, or the focus is in the list, a new order waits for Show.
  const select = row(page, name).getByRole('checkbox');
  await select.check();
  const fulfilled = page.getByRole('button', { name: 'Mark as fulfilled' });
  await staySteady([paid, fulfilled], async () => {
    await makeOrder(service, `${name} later`);
    await expect(page.getByRole('main').getByText(/\d+ new orders?/)).toBeVisible();
  });
  await select.uncheck();
  const offline = page.getByText(/^You are offline/);
  await staySteady([paid], async () => {
    await context.setOffline(true);
    await expect(offline).toBeVisible();
  });
  await staySteady([paid], async () => {
    await context.setOffline(false);
    await expect(offline).toBeHidden();
  });
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(row(page, `${name} later`)).toBeVisible();
});

test('what comes in is said beside an open order, not over its buttons', async ({
  page,
  service,
  name,
}) => {
  const order = await makeOrder(service, name);
  await page.goto(`/admin/book-orders?lang=en&open=${order.id}`);
  await live(page);
  const drawer = page.getByRole('dialog', { name: /^Book order/ });
  await expect(drawer).toContainText(name);
  await service
    .from('contact_submissions')
    .insert({
      name,
      email: 'amal@example.org',
      subject: 'speaking',
      message: 'Will you come?',
    })
    .throwOnError();
  const message = drawer.getByText(/message/).first(); // it may be counted with others
  await expect(message).toBeVisible();
  const room = async () => {
    const [over, under] = await Promise.all([message.boundingBox(), drawer.boundingBox()]);
    return over && under ? under.x - over.x - over.width : 0;
  };
  // The drawer slides in.
  await expect.poll(room).toBeGreaterThan(0);
});

test('what is saved on one screen shows on the same one elsewhere', async ({
  page,
  another,
  service,
  name,
}) => {
  await service
    .from('awards')
    .insert({ title_en: name, organization: 'Atlas Club', year: 2020, category: 'recognition' })
    .throwOnError();
  await page.goto('/admin/awards?lang=en');
  await another.goto('/admin/awards?lang=en');
  await expect(another.getByText(name)).toBeVisible();
  await Promise.all([live(page), live(another)]);
  const published = { name: `Published: ${name}` };
  const before = await another.getByRole('switch', published).isChecked();
  await page.getByRole('switch', published).click();
  await expect(another.getByRole('switch', published)).toBeChecked({ checked: !before });
  await service.from('awards').delete().eq('title_en', name).throwOnError();
  await expect(another.getByText(name)).toBeHidden();
  await expect(page.getByText(name)).toBeHidden();
});

test('a line that breaks is said, and its gap is filled', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/WebSocket|socket closed/);
  const line = await breakable(page);
  await page.clock.install();
  await page.goto('/admin/book-orders?lang=en');
  await live(page);
  await line.cut();
  await page.clock.runFor(4_000);
  const sign = page.locator('[data-live-state="disconnected"]').first();
  await expect(sign).toHaveText('Reconnecting...');
  await expect(page.getByText('Changes by others show with a delay')).toBeAttached();

  await test.step('while it is down the list asks by itself', async () => {
    await makeOrder(service, `${name} one`);
    await page.clock.runFor(21_000);
    await expect(
      page
        .getByText(/^\d+ new orders?$/)
        .or(row(page, `${name} one`))
        .first(),
    ).toBeVisible();
  });
  await test.step('once it is back everything is as the server has it', async () => {
    line.mend();
    await page.clock.runFor(15_000);
    await live(page);
    await expect(page.getByText('Changes by others show at once again.')).toBeAttached();
    await makeOrder(service, `${name} two`);
    await expect(said(page).first()).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(row(page, `${name} two`)).toBeVisible();
  });
});

/** A proxy between page and server that can cut the connection. */
async function breakable(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    if (isCut) return void socket.close({ code: 1011, reason: 'cut' });
    socket.connectToServer();
    open.add(socket);
    return undefined;
  });
  return {
    cut: async () => {
      isCut = true;
      await Promise.all([...open].map((socket) => socket.close({ code: 1011, reason: 'cut' })));
      open.clear();
    },
    mend: () => {
      isCut = false;
    },
  };
}
