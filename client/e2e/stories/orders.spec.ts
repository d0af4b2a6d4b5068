import { makeOrder } from '../backend';
import { expect, test } from '../fixtures';
import { newestMail } from '../mailbox';
import { visit } from '../visit';

test.use({ who: 'admin' });

test('an order is confirmed, corrected, sent and returned, and its buyer is told', async ({
  page,
  visitor,
  anon,
  service,
  name,
}) => {
  const email = `${name.replace(' ', '-').toLowerCase()}@buyer.test`;
  await test.step('a visitor orders in French', async () => {
    await anon
      .from('book_orders')
      .insert({
        buyer_name: name,
        buyer_email: email,
        buyer_phone: '0612345678',
        shipping_address: '1, rue Ancienne',
        shipping_city: 'Rabat',
        quantity: 2,
        total_amount: 0,
        payment_method: 'cash',
        edition: 'fr',
        language: 'fr',
      })
      .throwOnError();
  });
  const stored = async () => {
    const found = service.from('book_orders').select('*').eq('buyer_email', email).single();
    return (await found.throwOnError()).data;
  };
  const drawer = page.getByRole('dialog', { name: /^Book order/ });

  await test.step('an admin confirms it and corrects the address', async () => {
    await page.goto(`/admin/book-orders?lang=en&open=${(await stored()).id}`);
    await drawer.getByRole('switch', { name: /^Confirmed/ }).click();
    await expect(page.getByText(/is confirmed\.$/)).toBeVisible();
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
    await drawer.getByRole('textbox', { name: /^Address/ }).fill('2, rue Nouvelle');
    await drawer.getByRole('button', { name: 'Save the changes' }).click();
    await expect(page.getByText(/was changed\.$/)).toBeVisible();
    await expect(drawer.getByText('2, rue Nouvelle')).toBeVisible();
  });

  await test.step('sends it, paid, after which the address is fixed', async () => {
    await drawer.getByRole('switch', { name: /^Paid/ }).click();
    await expect(page.getByText(/is paid\.$/)).toBeVisible();
    await drawer.getByRole('switch', { name: /^Fulfilled/ }).click();
    await expect(page.getByText(/is fulfilled\.$/)).toBeVisible();
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(drawer.getByText(/^The parcel was sent/)).toBeVisible();
    await expect(drawer.getByRole('textbox', { name: /^Address/ })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  await test.step('takes it back, with the copies, and tells the buyer', async () => {
    await drawer.getByRole('button', { name: 'Parcel returned' }).click();
    await drawer.getByRole('textbox', { name: /^Reason/ }).fill('Wrong edition');
    await drawer.getByRole('textbox', { name: /^Words for the buyer/ }).fill('À très bientôt.');
    await drawer.getByRole('button', { name: 'Preview the e-mail' }).click();
    const preview = page.getByRole('dialog', { name: 'E-mail to the buyer' });
    await expect(preview.getByText(/votre retour est arrivé$/)).toBeVisible();
    await expect(preview.getByText('À très bientôt.')).toBeVisible();
    await preview.getByRole('button', { name: 'Close' }).first().click();
    await drawer.getByRole('button', { name: 'Save as returned' }).click();
    await expect(page.getByText(/was returned\.$/)).toBeVisible();
    await expect(drawer.getByText('Fulfilled → Returned')).toBeVisible();
    await expect(drawer.getByText('Wrong edition')).toBeVisible();
    await expect(drawer.getByRole('switch', { name: /^Fulfilled/ })).toBeDisabled();
    expect(await stored()).toMatchObject({
      order_status: 'returned',
      restocked: true,
      shipping_address: '2, rue Nouvelle',
    });
  });

  await test.step('the e-mail about it has come', async () => {
    await expect
      .poll(async () => (await newestMail(email)).subject, { timeout: 30_000 })
      .toContain('votre retour est arrivé');
    const { text } = await newestMail(email);
    expect(text).toContain('À très bientôt.');
    expect(text).not.toContain('Wrong edition');
  });

  await test.step('gives a part of the money back, then the rest', async () => {
    const { total_amount: total } = await stored();
    await drawer.getByRole('button', { name: 'Enter a refund' }).click();
    await drawer.getByRole('textbox', { name: /^Amount given back/ }).fill('58.5');
    await drawer.getByRole('textbox', { name: /^Reason/ }).fill('Page déchirée');
    await drawer.getByRole('switch', { name: /^Give the reason/ }).click();
    await drawer.getByRole('textbox', { name: /^Words for the buyer/ }).fill('Avec nos excuses.');
    await drawer.getByRole('button', { name: 'Preview the e-mail' }).click();
    const preview = page.getByRole('dialog', { name: 'E-mail to the buyer' });
    await expect(preview.getByText(/^Remboursement de la commande/)).toBeVisible();
    await expect(preview.getByText(/58,50.MAD/).first()).toBeVisible();
    await preview.getByRole('button', { name: 'Close' }).first().click();
    await drawer.getByRole('button', { name: 'Save the refund' }).click();
    await expect(drawer.getByText(/^Refund of 58\.50 MAD, Cash/)).toBeVisible();
    await expect(drawer.getByText(/the money is to be given back/)).toBeVisible();
    await expect
      .poll(async () => (await newestMail(email)).subject, { timeout: 30_000 })
      .toContain('Remboursement de la commande');
    const { text } = await newestMail(email);
    expect(text).toContain('58,50');
    expect(text).toContain('Page déchirée');
    expect(text).toContain('Avec nos excuses.');
    await drawer.getByRole('button', { name: 'Enter a refund' }).click();
    await drawer.getByRole('textbox', { name: /^Amount given back/ }).fill(String(total));
    await drawer.getByRole('textbox', { name: /^Reason/ }).fill('Sent back');
    await drawer.getByRole('switch', { name: /^Tell the buyer/ }).click();
    await drawer.getByRole('button', { name: 'Save the refund' }).click();
    await expect(drawer.getByText(/^More than zero, and at most/)).toBeVisible();
    await drawer.getByRole('textbox', { name: /^Amount given back/ }).fill(String(total - 58.5));
    await drawer.getByRole('button', { name: 'Save the refund' }).click();
    await expect(drawer.getByText(/the money is to be given back/)).toHaveCount(0);
    await expect(drawer.getByRole('button', { name: 'Enter a refund' })).toHaveCount(0);
    expect(await stored()).toMatchObject({
      paid: true,
      payment_status: 'refunded',
      refunded_amount: total,
    });
  });

  await test.step('the page of the order says so', async () => {
    const { order_number: number } = await stored();
    await visit(visitor, `/confirmation?order=${number}&lang=en`);
    await visitor.getByLabel(/^Phone of the order/).fill('06 12 34 56 78');
    await visitor.getByRole('button', { name: 'Show the way' }).click();
    await expect(visitor.getByText(/^Your return has arrived/)).toBeVisible();
    await expect(visitor.getByText('still ahead')).toHaveCount(0);
  });
});

test('many are confirmed at once, and an undo gives each its own state back', async ({
  page,
  service,
  name,
}) => {
  const made = await Promise.all([1, 2, 3].map((no) => makeOrder(service, `${name} ${no}`)));
  const ids = made.map(({ id }) => id);
  const [before = ''] = ids;
  await service.from('book_orders').update({ confirmed: true }).eq('id', before).throwOnError();
  const confirmed = async () => {
    const orders = service.from('book_orders').select('id').in('id', ids).is('confirmed', true);
    return (await orders.throwOnError()).data.map(({ id }) => id);
  };
  await page.goto(`/admin/book-orders?lang=en&q=${encodeURIComponent(name)}`);
  await expect(page.getByText('1-3 of 3')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as confirmed' }).click();
  await expect(page.getByText('2 orders are confirmed.')).toBeVisible();
  expect(await confirmed()).toHaveLength(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(confirmed).toEqual([before]);
});

test(
  'an order by telephone is added on a phone, at the price that the buyer was told',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    await page.goto('/admin/book-orders?lang=en');
    await page.getByRole('button', { name: 'Add an order' }).tap();
    const drawer = page.getByRole('dialog', { name: 'New order' });
    const field = (label: RegExp) => drawer.getByRole('textbox', { name: label });
    await drawer.getByRole('button', { name: 'Add this order' }).tap();
    await expect(drawer.getByText('Please fill in all required fields').first()).toBeVisible();
    await field(/^Buyer/).fill(name);
    await field(/^Phone/).fill('06 12 34 56 78');
    await field(/^E-mail/).fill('buyer@example.org');
    await field(/^Copies/).fill('2');
    await expect(field(/^Total/)).toHaveValue('558');
    await field(/^Total/).fill('500');
    await drawer.getByRole('combobox', { name: 'Edition' }).selectOption('ar');
    await drawer.getByRole('button', { name: 'Add this order' }).tap();
    await expect(page.getByText(/^Order BO\d+ was added\.$/)).toBeVisible();
    await expect(drawer).toBeHidden();
    const { data } = await service
      .from('book_orders')
      .select('quantity, total_amount, edition, buyer_phone, confirmed')
      .eq('buyer_name', name);
    const order = { quantity: 2, total_amount: 500, edition: 'ar', confirmed: false };
    expect(data).toEqual([{ ...order, buyer_phone: '+212612345678' }]);
  },
);

test('a person is found by one search, and erased', async ({ page, service, name }) => {
  const email = `${name.replace(' ', '-').toLowerCase()}@person.test`;
  await service
    .from('book_orders')
    .insert({
      buyer_name: name,
      buyer_email: email,
      buyer_phone: '0698765432',
      shipping_address: '7, impasse Unique',
      shipping_city: 'Zagora',
      total_amount: 279,
      confirmed: true,
      fulfilled: true,
      paid: true,
    })
    .throwOnError();
  await service
    .from('contact_submissions')
    .insert({ name: 'Somebody', email, subject: 'General Inquiry', message: `I am ${name}` })
    .throwOnError();
  await service.from('newsletter_subscribers').insert({ email }).throwOnError();

  await page.goto('/admin/people?lang=en');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: 'Find' }).click();
  for (const what of ['Book order', 'Contact message', 'Newsletter subscription']) {
    await expect(page.getByText(what, { exact: true })).toBeVisible();
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as JSON' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^person-.*\.json$/);
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('Nothing is stored that matches.')).toBeVisible();

  const messages = service.from('contact_submissions').select('id').eq('email', email);
  expect((await messages.throwOnError()).data).toEqual([]);
  const subscriptions = service.from('newsletter_subscribers').select('id').eq('email', email);
  expect((await subscriptions.throwOnError()).data).toEqual([]);
  const orders = service.from('book_orders').select('id').eq('buyer_email', email);
  expect((await orders.throwOnError()).data).toEqual([]);
});
