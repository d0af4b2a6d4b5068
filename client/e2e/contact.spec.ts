import { expect, test } from './fixtures';
import { fillIn, loseResponse, sentBy, tabTo } from './inquiry';

test(
  'a message in French reaches the back-office',
  { tag: '@phone' },
  async ({ page, service, anon, name }) => {
    await page.goto('/contact?lang=fr');
    const form = page.getByRole('form', { name: 'Envoyer un message' });
    await form.getByLabel('Nom').fill(name);
    await form.getByLabel('E-mail').fill('amine@example.org');
    await form.getByLabel('Organisation').fill('Lycée Descartes');
    await form.getByLabel('Sujet').selectOption('media');
    await form.getByLabel('Message').fill('Bonjour, j’aimerais vous interviewer.');
    await form.getByRole('button', { name: 'Envoyer le message' }).click();
    await expect(form.getByRole('button', { name: 'Message envoyé !' })).toBeVisible();
    await expect(form.getByLabel('Nom')).toHaveValue('');

    expect(await sentBy(service, 'contact_submissions', name)).toMatchObject([
      {
        email: 'amine@example.org',
        subject: 'Media Interview - Lycée Descartes',
        message: 'Bonjour, j’aimerais vous interviewer.',
        source_page: 'contact',
        status: 'new',
      },
    ]);
    const seen = await anon.from('contact_submissions').select('*').eq('name', name);
    expect(seen.data ?? []).toEqual([]);
  },
);

const answers = (name: string) => ({
  Name: name,
  'E-mail': 'amal@example.org',
  Message: 'Will you speak to us?',
});

test('a message whose response is lost is inserted once', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|contact Failure/);
  await page.goto('/contact?lang=en');
  const form = page.getByRole('form', { name: 'Send a message' });
  await fillIn(form, answers(name));
  await loseResponse(page, 'contact_submissions');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('button', { name: 'Error sending message' })).toBeVisible();
  await expect(form.getByRole('alert')).toContainText('could not reach the server');
  await form.getByRole('button', { name: /Send Message|Error sending/ }).click();
  await expect(form.getByRole('button', { name: 'Message Sent!' })).toBeVisible();
  expect(await sentBy(service, 'contact_submissions', name)).toHaveLength(1);
});

test('a draft survives a reload, is sent once by a double click, and is cleared', async ({
  page,
  service,
  name,
}) => {
  await page.goto('/contact?lang=en');
  const form = page.getByRole('form', { name: 'Send a message' });
  await fillIn(form, answers(name));
  await form.getByLabel('Topic').selectOption('general');
  await page.reload();
  await expect(form.getByLabel('Name')).toHaveValue(name);
  await expect(form.getByLabel('Topic')).toHaveValue('general');
  await form.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect(form.getByRole('button', { name: 'Message Sent!' })).toBeVisible();
  await expect(form.getByText(/back to you within 24 hours/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeVisible();
  expect(await sentBy(service, 'contact_submissions', name)).toHaveLength(1);
  await page.reload();
  await expect(form.getByLabel('Name')).toHaveValue('');
});

test('a message can be sent by keyboard', async ({ page, service, name }) => {
  await page.goto('/contact?lang=en');
  await page.getByLabel('Name').focus();
  await page.keyboard.type(name);
  await tabTo(page, 'E-mail');
  await page.keyboard.type('amal@example.org');
  await tabTo(page, 'Organization (optional)');
  await tabTo(page, 'Topic');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Message');
  await page.keyboard.type('Hello.');
  await tabTo(page, 'Send Message');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Message Sent!' })).toBeVisible();
  expect(await sentBy(service, 'contact_submissions', name)).toMatchObject([
    { subject: 'Media Interview' },
  ]);
  await expect(page.getByRole('button', { name: /Message Sent!|Send Message/ })).toBeFocused();
});

test('the browser validates an empty form', async ({ page }) => {
  await page.goto('/contact?lang=ar');
  await page.getByRole('button', { name: 'إرسال الرسالة' }).click();
  await expect(page.getByLabel('الاسم')).toBeFocused();
  await expect(page.getByRole('button', { name: 'إرسال الرسالة' })).toBeEnabled();
});
