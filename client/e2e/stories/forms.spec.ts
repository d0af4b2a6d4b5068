import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures';
import { fillIn, offerWith, sentBy } from '../inquiry';
import { newestMail } from '../mailbox';
import { visit } from '../visit';

test.use({ who: 'admin' });

test('a message in French reaches the inbox, is read there, and answered in French', async ({
  page,
  visitor,
  service,
  anon,
  name,
}) => {
  await visit(visitor, '/contact?lang=fr');
  const form = visitor.getByRole('form', { name: 'Envoyer un message' });
  await fillIn(form, {
    Nom: name,
    'E-mail': 'amine@example.org',
    Organisation: 'Lycée Descartes',
    Message: 'Bonjour, j’aimerais vous interviewer. Appelez-moi au 06 12 34 56 78.',
  });
  await form.getByLabel('Sujet').selectOption('media');
  await form.getByRole('button', { name: 'Envoyer le message' }).dblclick();
  await expect(form.getByRole('button', { name: 'Message envoyé !' })).toBeVisible();
  await expect(form.getByLabel('Nom')).toHaveValue('');
  const stored = () => sentBy(service, 'contact_submissions', name);
  expect(await stored()).toMatchObject([
    { subject: 'media - Lycée Descartes', source_page: 'contact', status: 'new' },
  ]);
  const seen = await anon.from('contact_submissions').select('*').eq('name', name);
  expect(seen.data ?? []).toEqual([]);

  await page.goto(`/admin/contact?lang=en&q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Details of ${name}` }).click();
  const entry = page.getByRole('dialog', { name });
  await expect(entry.getByText('Marked as read.')).toBeVisible();
  await expect(entry.getByText('media - Lycée Descartes')).toBeVisible();
  await entry.getByRole('button', { name: 'Reply' }).click();
  const mail = entry.getByRole('link', { name: 'Open in the mail program' });
  const link = new URL((await mail.getAttribute('href')) ?? '');
  expect(link.pathname).toBe('amine@example.org');
  expect(link.searchParams.get('body')).toContain(`Bonjour ${name},`);
  await entry.getByText('WhatsApp', { exact: true }).click();
  const chat = entry.getByRole('link', { name: 'Open in WhatsApp' });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/212612345678\?text=Bonjour/);
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }));
  const opened = page.waitForEvent('popup');
  await chat.click();
  await (await opened).close();
  await entry.getByRole('button', { name: 'Mark as responded' }).click();
  await expect(entry.getByRole('combobox', { name: 'Status' })).toHaveValue('responded');
  await expect.poll(async () => (await stored())[0]?.status).toBe('responded');
});

test(
  'a message keeps its draft over a reload, is sent by the keyboard, and leaves no draft',
  { tag: '@phone' },
  async ({ visitor, service, name }) => {
    await visit(visitor, '/contact?lang=en');
    const form = visitor.getByRole('form', { name: 'Send a message' });
    await fillIn(form, { Name: name, 'E-mail': 'amal@example.org', Message: 'Will you come?' });
    await form.getByLabel('Topic').selectOption('general');
    await visitor.reload();
    await expect(form.getByLabel('Name')).toHaveValue(name);
    await expect(form.getByLabel('Topic')).toHaveValue('general');
    await form.getByRole('button', { name: 'Send Message' }).press('Enter');
    await expect(form.getByText(/back to you within 24 hours/)).toBeVisible();
    expect(await sentBy(service, 'contact_submissions', name)).toHaveLength(1);
    await visitor.reload();
    await expect(form.getByLabel('Name')).toHaveValue('');
  },
);

test(
  'a talk is chosen on its card, asked for beside it, and listed once by the staff as a talk',
  { tag: '@phone' },
  async ({ page, visitor, service, name }) => {
    await visit(visitor, '/speaking?lang=en');
    await visitor.getByRole('button', { name: /^Choose this talk.*Risk as a Discipline/ }).tap();
    const form = visitor.getByRole('form', { name: 'Request a talk' });
    await expect(form.getByLabel('Talk (optional)')).toHaveValue('risk-as-a-discipline');
    await fillIn(form, {
      'Date (optional)': '2027-03-08',
      'Audience size (optional)': '200',
      Name: name,
      'E-mail': 'amal@example.org',
      'Organization (optional)': 'Atlas Works',
      Message: 'Our yearly meeting.',
    });
    await form.getByRole('button', { name: 'Send Message' }).tap();
    await expect(form.getByRole('button', { name: 'Message Sent!' })).toBeVisible();
    await expect(visitor.getByRole('button', { name: /^Chosen/ })).toHaveCount(0);
    expect(await sentBy(service, 'contact_submissions', name)).toMatchObject([
      {
        subject: 'speaking - Atlas Works',
        message:
          'Talk: Risk as a Discipline\nDate: 2027-03-08\nAudience size: 200\n\nOur yearly meeting.',
      },
    ]);

    await page.goto(`/admin/contact?lang=en&q=${encodeURIComponent(name)}`);
    await page.getByRole('listitem').filter({ hasText: name }).tap();
    const entry = page.getByRole('dialog', { name });
    await entry.getByRole('button', { name: 'Convert to a speaking inquiry' }).tap();
    await expect(entry.getByLabel('Date of the event')).toHaveValue('2027-03-08');
    await expect(entry.getByLabel('Audience size')).toHaveValue('200');
    await expect(entry.getByLabel('Talk')).toHaveValue('Risk as a Discipline');
    await expect(entry.getByLabel('Organization')).toHaveValue('Atlas Works');
    await entry.getByRole('button', { name: 'Convert', exact: true }).tap();
    await entry.getByRole('link', { name: 'Open the speaking inquiry' }).tap();
    await expect(page).toHaveURL(/form-submissions/);
    await expect(page.getByRole('dialog', { name }).getByText('08/03/2027')).toBeVisible();
    await page.goto(`/admin/form-submissions?lang=en&q=${encodeURIComponent(name)}`);
    await expect(page.getByText('1-1 of 1')).toBeVisible();
  },
);

test('the offer of a sponsor is sent with its file, which the staff saves under its name', async ({
  page,
  visitor,
  service,
  name,
}) => {
  const pdf = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';
  const file = { name: 'عرض & terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) };
  const form = await offerWith(visitor, '', name, file);
  await expect(form.getByText(file.name)).toBeVisible();
  await form.getByRole('button', { name: 'Send Inquiry' }).dblclick();
  await expect(form.getByRole('button', { name: 'Inquiry Sent!' })).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('');
  const sent = await sentBy(service, 'sponsorship_inquiries', name);
  expect(sent).toMatchObject([
    { organization: 'Rif Energy', budget_range: '25k', status: 'new', attachment_name: file.name },
  ]);

  await page.goto(`/admin/form-submissions?lang=en&open=${sent[0]?.id ?? ''}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${file.name}` }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(file.name);
  expect(await readFile(await saved.path(), 'utf8')).toBe(pdf);
});

test(
  'a name is left in Arabic for the next retreat, and the staff answers on a phone',
  { tag: '@phone' },
  async ({ page, visitor, service, name }) => {
    await visit(visitor, '/retreat?lang=ar');
    await expect(visitor.getByText('من 7 إلى 9 نونبر 2025')).toBeVisible();
    const form = visitor.getByRole('main').getByRole('form');
    await form.getByRole('textbox', { name: 'الاسم', exact: true }).fill(name);
    await form.getByRole('textbox', { name: 'البريد الإلكتروني' }).fill('yasmine@example.org');
    await form.getByRole('textbox', { name: 'الهاتف' }).fill('0612345678');
    await form.getByRole('textbox', { name: 'رسالة (اختياري)' }).fill('لم أتسلق من قبل.');
    await form.getByRole('button', { name: 'شارك' }).tap();
    await expect(form.getByRole('textbox', { name: 'الاسم', exact: true })).toHaveValue('');
    expect(await sentBy(service, 'retreat_inquiries', name)).toMatchObject([
      { phone: '+212612345678', message: 'لم أتسلق من قبل.', status: 'new' },
    ]);

    await page.goto(`/admin/form-submissions?lang=ar&q=${encodeURIComponent(name)}`);
    await page.getByRole('listitem').filter({ hasText: name }).tap();
    const sheet = page.getByRole('dialog', { name });
    expect((await sheet.boundingBox())?.width).toBe(360);
    await sheet.getByRole('button', { name: 'رد', exact: true }).tap();
    await expect(sheet.getByRole('textbox', { name: 'النص' })).toHaveValue(/^تحية طيبة/);
  },
);

test(
  'the newsletter is asked for, confirmed by a mail, and left by its link',
  { tag: '@phone' },
  async ({ visitor, service, name }) => {
    const email = `${name.replace(' ', '-').toLowerCase()}@reader.test`;
    const status = async () => {
      const found = service.from('newsletter_subscribers').select('status, language');
      return (await found.eq('email', email).throwOnError()).data;
    };
    await visit(visitor, '/story?lang=ar');
    const foot = visitor.getByRole('contentinfo');
    await foot.getByRole('textbox').first().fill(email);
    await foot.getByRole('button', { name: 'اشترك' }).tap();
    const mail = await newestMail(email);
    expect(await status()).toEqual([{ status: 'pending', language: 'ar' }]);
    const linkTo = (page: string) => new RegExp(`https?:\\S+/${page}\\?\\S+`).exec(mail.text)?.[0];

    const follow = async (link: string) => {
      await visitor.goto(linkTo(link) ?? '');
      await visitor.getByRole('button').tap();
      await expect(visitor.getByRole('button')).toHaveCount(0); // the page that says what was done
    };
    await follow('confirm-subscription');
    expect(await status()).toEqual([{ status: 'confirmed', language: 'ar' }]);
    await follow('unsubscribe');
    expect(await status()).toEqual([{ status: 'unsubscribed', language: 'ar' }]);
  },
);
