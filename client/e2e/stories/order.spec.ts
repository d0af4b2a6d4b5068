import type { Page } from '@playwright/test';
import { fillOrderForm, ordersOf, untilQueueIsLoaded } from '../book-order';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

const place = (page: Page) => page.getByRole('button', { name: 'Place the order' });

test.describe('the staff', () => {
  test.use({ who: 'admin' });

  test(
    'gets an order that was placed in Arabic on a phone, and confirms it',
    { tag: '@phone' },
    async ({ page, visitor, anon, name }) => {
      await test.step('a visitor orders in Arabic', async () => {
        await visit(visitor, '/book?lang=ar');
        await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl');
        await visitor.getByLabel('الاسم الكامل').fill(name);
        await visitor.getByLabel('البريد الإلكتروني').first().fill('fatima@example.org');
        await visitor.getByLabel('الهاتف').fill('06 12 34 56 78');
        await visitor.getByLabel('العنوان').fill('12، شارع محمد الخامس');
        await visitor.getByLabel('المدينة').fill('مراكش');
        await visitor.getByRole('radio', { name: 'العربية' }).check();
        await visitor.getByRole('button', { name: 'تأكيد الطلب' }).tap();
        await expect(visitor.getByText(`شكرًا لك يا ${name}!`).first()).toBeVisible();
      });

      await test.step('nobody else reads it', async () => {
        const { data, error } = await anon.from('book_orders').select('*');
        expect(data ?? []).toEqual([]);
        expect(error?.code).toBe('42501');
      });

      await test.step('an admin finds it, calls and writes, and confirms it', async () => {
        await page.goto('/admin/book-orders?lang=en');
        await page.getByRole('searchbox', { name: 'Search' }).fill(name);
        await expect(page.getByText('1-1 of 1')).toBeVisible();
        const call = page.getByRole('link', { name: `Call ${name}` });
        await expect(call).toHaveAttribute('href', 'tel:+212612345678');
        const chat = page.getByRole('link', { name: `Write to ${name} on WhatsApp` });
        await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/212612345678\?text=%D9%85/);
        await page.getByRole('button', { name: /^Details of order/ }).tap();
        const order = page.getByRole('dialog', { name: /^Book order/ });
        await expect(order).toHaveCSS('width', '360px');
        await expect(order.getByText('1 · Arabic edition')).toBeVisible();
        await order.getByRole('switch', { name: /^Confirmed/ }).tap();
        await expect(page.getByText(/is confirmed\.$/)).toBeVisible();
      });

      await test.step('it is still confirmed after a reload', async () => {
        await page.reload();
        const order = page.getByRole('dialog', { name: /^Book order/ });
        await expect(order.getByRole('switch', { name: /^Confirmed/ })).toBeChecked();
        await expect(order.getByRole('switch', { name: /^Paid/ })).not.toBeChecked();
      });

      await test.step('it is among the confirmed, not among the others', async () => {
        const found = encodeURIComponent(name);
        await page.goto(`/admin/book-orders?lang=ar&filter=not_confirmed&q=${found}`);
        const radio = (label: string) => page.getByRole('radio', { name: new RegExp(`^${label}`) });
        const tab = (label: string) => page.locator('label').filter({ has: radio(label) });
        await expect(page.getByRole('radio')).toHaveCount(7);
        await expect(radio('غير مؤكدة')).toBeChecked();
        await expect(page.getByText('لا توجد طلبات')).toBeVisible();
        await tab('مؤكدة').tap();
        await expect(page).toHaveURL(/filter=confirmed/);
        await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
        await page.goto(`/admin/book-orders?lang=ar&filter=not_fulfilled&q=${found}`);
        await expect(tab('غير مسلَّمة')).toBeInViewport({ ratio: 0.9 });
      });
    },
  );
});

test('a book is ordered by the keyboard, once, at the price of the server', async ({
  page,
  service,
  name,
}) => {
  await visit(page, '/book?lang=en');
  await page.getByRole('radio', { name: 'French' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Arabic' })).toBeChecked();
  const answers: [label: string, text: string][] = [
    ['Full name', name],
    ['E-mail', 'buyer@example.org'],
    ['Phone', '0612345678'],
    ['Address', '12, rue Ibn Sina'],
    ['City', 'Rabat'],
    ['Postal code (optional)', '10000'],
    ['One copy fewer', ''],
    ['Quantity', ''],
    ['One copy more', ''],
  ];
  for (const [label, text] of answers) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(label);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(place(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Thank you, ${name}!`).first()).toBeVisible();
  expect(await ordersOf(service, name)).toMatchObject([
    {
      buyer_phone: '+212612345678',
      quantity: 2,
      total_amount: 558,
      currency: 'MAD',
      order_status: 'new',
      confirmed: false,
      paid: false,
      edition: 'ar',
    },
  ]);
  // A browser removes the focus from a disabled button; it is restored on the new form.
  await expect(place(page)).toBeFocused();
});

test('an order is followed in French with its phone, and its receipt is got with its e-mail', async ({
  page,
  visitor,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/404/);
  await visit(page, '/book?lang=fr');
  const answers = {
    'Nom complet': name,
    'E-mail': 'buyer@example.org',
    Téléphone: '06 12 34 56 78',
    Adresse: '12, rue Ibn Sina',
  };
  for (const [label, text] of Object.entries(answers)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await page.getByRole('combobox', { name: 'Ville' }).fill('Rabat');
  await page.getByRole('button', { name: 'Passer la commande' }).click();
  await page.getByRole('link', { name: 'Reçu et suivi' }).first().click();

  const [order] = await ordersOf(service, name);
  const number = order?.order_number ?? '';
  await service
    .from('book_orders')
    .update({ confirmed: true })
    .eq('order_number', number)
    .throwOnError();
  await expect(page).toHaveURL(new RegExp(`/confirmation\\?.*order=${number}`));
  const main = page.getByRole('main');
  await expect(main.getByText(number, { exact: true })).toBeVisible();
  await expect(main.getByText(name)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merci pour votre commande');

  // Whoever else has the number is shown it, and not whether there is such an order.
  await visit(visitor, `/confirmation?order=${number}&lang=fr`);
  await expect(visitor.getByText(number, { exact: true })).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Suivre une commande');
  await expect(visitor.getByText(/^Aucun paiement n’a été effectué ici/)).toBeVisible();
  await expect(visitor.getByRole('main').getByText(name)).toBeHidden();

  const phone = page.getByRole('textbox', { name: 'Téléphone de la commande' });
  await phone.fill('06 99 99 99 99');
  await page.getByRole('button', { name: 'Voir le chemin' }).click();
  await expect(page.getByRole('alert')).toContainText('ce téléphone');
  await phone.fill('06 12 34 56 78');
  await page.getByRole('button', { name: 'Voir le chemin' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Confirmée' })).toContainText(
    'étape franchie',
  );

  const email = page.getByRole('textbox', { name: 'E-mail de la commande' });
  const receipt = page.getByRole('button', { name: 'Télécharger le reçu (PDF)' });
  await email.fill('stranger@example.org');
  await receipt.click();
  await expect(page.getByRole('alert')).toContainText('ne correspond à votre saisie');
  await email.fill('buyer@example.org');
  const download = page.waitForEvent('download');
  await receipt.click();
  expect((await download).suggestedFilename()).toBe(`${number}.pdf`);
  await page.getByRole('button', { name: 'Recevoir le reçu par e-mail' }).click();
  await expect(page.getByText(/le reçu est en route/)).toBeVisible();
});

test(
  'an order that is placed offline survives its page, and is sent once by the next',
  { tag: '@phone' },
  async ({ page, context, service, name, complaints }) => {
    complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    await visit(page, '/book?lang=en');
    await fillOrderForm(page, name);
    await untilQueueIsLoaded(page);
    await context.setOffline(true);
    await place(page).tap();
    await expect(page.getByText(`No connection, ${name}: your order is kept here`)).toBeVisible();
    await expect(page.getByText('1 order waits for the network')).toBeVisible();
    expect(await ordersOf(service, name)).toHaveLength(0);

    await page.goto('about:blank'); // else the page that stored it may send it first
    await context.setOffline(false);
    await visit(page, '/contact?lang=en');
    await expect(page.getByText(/^Order BO\d+ has been sent/)).toBeVisible();
    await expect(page.getByText('1 order waits for the network')).toBeHidden();
    const orders = await ordersOf(service, name);
    expect(orders).toHaveLength(1);
    await expect(page.getByText(`Order ${orders[0]?.order_number} has been sent`)).toBeVisible();
  },
);

test(
  'the card checkout is a demonstration: it charges nothing, sends nothing and says so',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, '/book?lang=en');
    await page.getByRole('link', { name: 'Card checkout (demonstration)' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await expect(page.getByText('Demonstration: no card is charged')).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    const answers = {
      'Card number': '4000 0000 0000 0002',
      'Expiry date': '09/30',
      'Security code': '123',
      'Name on the card': 'Amal Idrissi',
      Address: '1, rue des Orangers',
      City: 'Rabat',
      'Postal code': '10000',
    };
    const form = page.getByRole('form', { name: 'Checkout' });
    for (const [label, text] of Object.entries(answers)) {
      await form.getByRole('textbox', { name: label, exact: true }).fill(text);
    }
    await form.getByRole('textbox', { name: 'E-mail' }).fill('amal@example.org');
    await form.getByRole('combobox', { name: 'Country' }).selectOption('UK');
    await form.getByRole('button', { name: /^Pay / }).tap();
    const code = page.getByText(/^DEMO-[2-9A-Z]{6}$/);
    await expect(code).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/confirmation\\?order=${await code.textContent()}`));
    await expect(page.getByText('No payment was made: no card was charged')).toBeVisible();
    const mail = page.getByRole('link', { name: 'E-mail the receipt' });
    await expect(mail).toHaveAttribute('href', /^mailto:\?.*No%20payment%20was%20made/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the receipt (PDF)' }).tap();
    expect((await download).suggestedFilename()).toBe(`${await code.textContent()}.pdf`);
    expect(sent.filter((body) => body.includes('4000'))).toEqual([]);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain('4000');
    await page.getByRole('link', { name: 'Return Home' }).tap();
    await expect(page).toHaveURL(/\/\?lang=en$/);
  },
);
