import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { overflow, violations } from './accessible';
import type { Backend } from './backend';
import { expect, test } from './fixtures';

test.use({ who: 'admin' });

type Message = { subject?: string; message?: string; status?: 'new' | 'read'; hoursAgo?: number };

const hourMs = 3_600_000;

/** A message as the contact form sends it; the name separates the messages of the tests. */
async function makeMessage(service: Backend, name: string, more: Message = {}) {
  const { subject = 'General Inquiry', message = 'Will you come?', status = 'new' } = more;
  const created_at = new Date(Date.now() - (more.hoursAgo ?? 1) * hourMs).toISOString();
  const { data } = await service
    .from('contact_submissions')
    .insert({ name, email: 'amal@example.org', subject, message, status, created_at })
    .select()
    .single()
    .throwOnError();
  return data;
}

async function stored(service: Backend, id: string) {
  const rows = service.from('contact_submissions').select('status,notes').eq('id', id);
  return (await rows.single().throwOnError()).data;
}

const at = (path: string, name: string, lang = 'en') =>
  `/admin/${path}?lang=${lang}&q=${encodeURIComponent(name)}`;

const drawer = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const open = (page: Page, name: string) =>
  page.getByRole('button', { name: `Details of ${name}` }).click();

test('form, status and search of all entries are in the address @once', async ({
  page,
  service,
  name,
}) => {
  await makeMessage(service, `${name} (100%, "a")`);
  const person = { name: `${name} retreat`, email: 'imane@example.org', phone: '+212661234567' };
  await service.from('retreat_inquiries').insert(person).throwOnError();
  await page.goto(at('form-submissions', name));
  await expect(page.getByText('1-2 of 2')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Unanswered 2' })).toBeAttached();
  await page.getByRole('combobox', { name: 'Form' }).selectOption('Retreat');
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Unanswered 1' })).toBeAttached();
  await expect(page).toHaveURL(/form=retreat/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Form' })).toHaveValue('retreat');
  await expect(page.getByText(`${name} retreat`)).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1-2 of 2')).toBeVisible();
  // The words in any order.
  await page.getByRole('searchbox', { name: 'Search' }).fill(`"a") (100%, ${name}`);
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  await page.locator('label').filter({ hasText: 'Responded' }).click();
  await expect(page.getByText('No submissions found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).not.toHaveURL(/q=|status=/);
});

test('several are marked, deleted and brought back; orders are elsewhere @once', async ({
  page,
  service,
  name,
}) => {
  const ids = [3, 2, 1].map(async (hoursAgo) => {
    const { id } = await makeMessage(service, `${name} ${hoursAgo}`, { hoursAgo });
    return id;
  });
  const [first = '', second = ''] = await Promise.all(ids);
  const order = {
    buyer_name: `${name} order`,
    buyer_email: 'a@example.org',
    buyer_phone: '0661',
    total_amount: 279,
  };
  await service.from('book_orders').insert(order).throwOnError();
  await page.goto(at('form-submissions', name));
  await expect(page.getByText('1-3 of 3')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Orders have a screen of their own' })).toBeVisible();

  await page.getByRole('checkbox', { name: `Select ${name} 3` }).check();
  await page.getByRole('checkbox', { name: `Select ${name} 2` }).check();
  await page.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText('2 inquiries are answered.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Unanswered 1' })).toBeAttached();
  expect((await stored(service, first)).status).toBe('responded');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 inquiries are as they were.')).toBeVisible();
  expect((await stored(service, second)).status).toBe('new');

  await page.locator('label').filter({ hasText: 'Unanswered' }).click();
  await expect(page.getByRole('rowheader').first()).toContainText(`${name} 3`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('3 inquiries are in the trash.')).toBeVisible();
  await expect(page.getByText('No submissions found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1-3 of 3')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('what is opened is read, what is answered can be taken back @once', async ({
  page,
  service,
  name,
}) => {
  const message = await makeMessage(service, name, { hoursAgo: 50 });
  await page.goto(at('contact', name));
  await expect(page.getByText('Unanswered for 50 hours')).toBeAttached();
  await open(page, name);
  const details = drawer(page, name);
  await expect(details.getByText('Marked as read.')).toBeVisible();
  await expect.poll(async () => (await stored(service, message.id)).status).toBe('read');
  await details.getByRole('button', { name: 'Keep as new' }).click();
  await expect.poll(async () => (await stored(service, message.id)).status).toBe('new');

  await details.getByRole('combobox', { name: 'Status' }).selectOption('responded');
  await expect(details.getByText(`${name}: responded`)).toBeVisible();
  await expect(details.getByText('Unanswered')).toBeHidden();
  await expect.poll(async () => (await stored(service, message.id)).status).toBe('responded');
  await details.getByRole('button', { name: 'Undo' }).click();
  await expect(details.getByRole('combobox', { name: 'Status' })).toHaveValue('new');
  await expect.poll(async () => (await stored(service, message.id)).status).toBe('new');
});

test('notes outlive a failure, a closed drawer and a reload @once', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|Failed to fetch/);
  const message = await makeMessage(service, name, { status: 'read' });
  await page.goto(at('contact', name));
  await open(page, name);
  const details = drawer(page, name);
  const notes = details.getByRole('textbox', { name: 'Notes' });
  await page.route('**/rest/v1/contact_submissions*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await notes.fill('Call back on Monday');
  await notes.press('Control+s');
  await expect(details.getByRole('alert')).toContainText('The notes were not saved');
  await details.getByRole('button', { name: 'Close' }).first().click();
  await expect(details).toBeHidden();
  await page.reload();
  await open(page, name);
  await expect(notes).toHaveValue('Call back on Monday');
  await page.unroute('**/rest/v1/contact_submissions*');
  await notes.focus();
  await notes.blur();
  await expect(details.getByText('Saved', { exact: true })).toBeVisible();
  expect((await stored(service, message.id)).notes).toBe('Call back on Monday');
});

test('an answer is in the language of the sender, and asks what is not known @once', async ({
  page,
  service,
  name,
}) => {
  await makeMessage(service, name, {
    subject: 'Speaking Engagement - Atlas Works',
    message:
      'Date : 2027-03-08\n\nBonjour, nous voulons vous inviter. Appelez-moi au 06 12 34 56 78.',
  });
  await page.goto(at('contact', name));
  await open(page, name);
  const details = drawer(page, name);
  await details.getByRole('button', { name: 'Reply' }).click();
  const mail = details.getByRole('link', { name: 'Open in the mail program' });
  const link = new URL((await mail.getAttribute('href')) ?? '');
  expect(link.pathname).toBe('amal@example.org');
  expect(link.searchParams.get('subject')).toBe('Votre demande de conférence');
  expect(link.searchParams.get('body')).toContain(`Bonjour ${name},`);
  expect(link.searchParams.get('body')).toContain('- le nombre de personnes attendues');
  expect(link.searchParams.get('body')).not.toContain('- la date');

  // The edits of a template are kept when another one is selected.
  const text = details.getByRole('textbox', { name: 'Text' });
  await text.fill('Oui, avec plaisir.');
  await details.getByRole('combobox', { name: 'Language' }).selectOption('العربية');
  await expect(text).toHaveAttribute('dir', 'rtl');
  await expect(text).toHaveValue(new RegExp(`^تحية طيبة ${name}،`));
  await details.getByRole('combobox', { name: 'Language' }).selectOption('Français');
  await expect(text).toHaveValue('Oui, avec plaisir.');

  await details.getByText('WhatsApp', { exact: true }).click();
  const chat = details.getByRole('link', { name: 'Open in WhatsApp' });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/212612345678\?text=Bonjour/);
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }));
  const [chatPage] = await Promise.all([page.waitForEvent('popup'), chat.click()]);
  await chatPage.close();
  await details.getByRole('button', { name: 'Mark as responded' }).click();
  await expect(details.getByRole('button', { name: 'Reply' })).toBeFocused();
  await expect(details.getByRole('combobox', { name: 'Status' })).toHaveValue('responded');
});

test('a message that becomes a talk shows once among all entries @once', async ({
  page,
  service,
  name,
}) => {
  await makeMessage(service, name, {
    subject: 'Speaking Engagement - Atlas Works',
    message:
      'Talk: Risk as a Discipline\nDate: 2027-03-08\nAudience size: about 200\n\nWill you come?',
  });
  await page.goto(at('contact', name));
  await open(page, name);
  const details = drawer(page, name);
  await details.getByRole('button', { name: 'Convert to a speaking inquiry' }).click();
  await expect(details.getByLabel('Date of the event')).toHaveValue('2027-03-08');
  await expect(details.getByLabel('Audience size')).toHaveValue('200');
  await expect(details.getByLabel('Talk')).toHaveValue('Risk as a Discipline');
  await expect(details.getByLabel('Organization')).toHaveValue('Atlas Works');
  await details.getByRole('button', { name: 'Convert', exact: true }).click();
  await details.getByRole('link', { name: 'Open the speaking inquiry' }).click();
  await expect(page).toHaveURL(/form-submissions/);
  await expect(drawer(page, name).getByText('08/03/2027')).toBeVisible();
  await page.goto(at('form-submissions', name));
  await expect(page.getByText('1-1 of 1')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Speaking' })).toBeVisible();
});

test('the combined file quotes what must be, and lets no formula through @once', async ({
  page,
  service,
  name,
}) => {
  await makeMessage(service, `=1+1, ${name}`, { status: 'read' });
  await makeMessage(service, name, { hoursAgo: 2 });
  await page.goto(at('form-submissions', name));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^form-submissions-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const day = String.raw`\d\d/\d\d/\d{4}`;
  expect(text).toMatch(
    new RegExp(
      `^\uFEFFForm Type,Name,Email,Date,Status\r\n` +
        `Contact,"'=1\\+1, ${name}",amal@example.org,${day},read\r\n` +
        `Contact,${name},amal@example.org,${day},new\r\n$`,
    ),
  );
});

test('three messages are gone through by the keyboard alone @once', async ({
  page,
  service,
  name,
}) => {
  const names = ['one', 'two', 'three'].map((each) => `${name} ${each}`);
  const messages = await Promise.all(
    names.map((each, hoursAgo) => makeMessage(service, each, { hoursAgo })),
  );
  await page.goto(at('contact', name));
  await expect(page.getByText('1-3 of 3')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(drawer(page, names[0] ?? '')).toBeFocused();
  await page.keyboard.press('e');
  await expect(drawer(page, names[0] ?? '').getByText(`${names[0]}: responded`)).toBeVisible();
  await page.keyboard.press('j');
  await expect(drawer(page, names[1] ?? '').getByText('Marked as read.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(drawer(page, names[1] ?? '').getByText(`${names[1]}: new`)).toBeVisible();
  await page.keyboard.press('j');
  const last = drawer(page, names[2] ?? '');
  await expect(last).toBeVisible();
  await page.keyboard.press('r');
  await expect(last.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(last).toBeHidden();
  const states = messages.map(async ({ id }) => (await stored(service, id)).status);
  expect((await Promise.all(states)).slice(0, 2)).toEqual(['responded', 'new']);
});

test('what comes in meanwhile is told, and moves nothing under the hand @once', async ({
  page,
  service,
  name,
}) => {
  await makeMessage(service, name, { status: 'read', hoursAgo: 2 });
  await page.goto('/admin/contact?lang=en&status=read');
  await expect(page.getByText(name)).toBeVisible();
  await page.keyboard.press('j'); // the keyboard is in the list
  const newer = `${name} newer`;
  await makeMessage(service, newer, { status: 'read', hoursAgo: 0 });
  await expect(page.getByText(/^\d+ new entr/)).toBeVisible();
  // In the list: a notice names it too.
  const row = page.getByRole('row').filter({ hasText: newer });
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(row).toBeVisible();
});

test.describe('on a phone, in Arabic', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('an entry is a sheet with the answer at the thumb @once', async ({
    page,
    service,
    name,
  }) => {
    await makeMessage(service, name, { message: 'السلام عليكم، نود إجراء مقابلة معكم' });
    await page.goto(at('form-submissions', name, 'ar'));
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await page.goto(at('contact', name, 'ar'));
    await page.getByRole('listitem').filter({ hasText: name }).tap();
    const sheet = drawer(page, name);
    await expect(sheet.getByText('وُسمت كمقروءة.')).toBeVisible();
    const box = await sheet.boundingBox();
    expect(box?.width).toBe(360);
    const reply = sheet.getByRole('button', { name: 'رد', exact: true });
    expect((await reply.boundingBox())?.y).toBeGreaterThan(600);
    expect(await violations(page)).toEqual([]);
    await reply.tap();
    await expect(sheet.getByRole('textbox', { name: 'النص' })).toHaveValue(/^تحية طيبة/);
    expect(await overflow(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
});
