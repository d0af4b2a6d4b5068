import { expect, test } from './fixtures';
import { fillIn, loseResponse, sentBy, tabTo } from './inquiry';

const answers = (name: string) => ({
  Name: name,
  'E-mail': 'sara@example.org',
  Organization: 'Rif Energy',
  Message: 'We would like to talk.',
});

test(
  'an inquiry arrives once, and the form is empty after its thanks',
  { tag: '@phone' },
  async ({ page, service, anon, name }) => {
    await page.goto('/sponsor?lang=en');
    const form = page.getByRole('form', { name: 'Sponsorship inquiry' });
    await fillIn(form, answers(name));
    await form.getByLabel('Budget').selectOption('custom');
    await form.getByRole('button', { name: 'Send Inquiry' }).dblclick();
    await expect(form.getByRole('button', { name: 'Inquiry Sent!' })).toBeDisabled();
    await expect(form.getByRole('button', { name: 'Send Inquiry' })).toBeEnabled();
    await expect(form.getByLabel('Name')).toHaveValue('');
    expect(await sentBy(service, 'sponsorship_inquiries', name)).toMatchObject([
      { organization: 'Rif Energy', budget_range: 'custom', status: 'new' },
    ]);
    const seen = await anon.from('sponsorship_inquiries').select('*').eq('name', name);
    expect(seen.data ?? []).toEqual([]);
  },
);

test('a failure is shown, and the retry makes one inquiry', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|sponsor Failure/);
  await page.goto('/sponsor?lang=en');
  const form = page.getByRole('form', { name: 'Sponsorship inquiry' });
  await fillIn(form, answers(name));
  await form.getByLabel('Budget').selectOption('5k');
  await loseResponse(page, 'sponsorship_inquiries');
  await form.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(form.getByRole('button', { name: 'Error sending message' })).toBeVisible();
  await form.getByRole('button', { name: /Send Inquiry|Error sending/ }).click();
  await expect(form.getByRole('button', { name: 'Inquiry Sent!' })).toBeVisible();
  expect(await sentBy(service, 'sponsorship_inquiries', name)).toHaveLength(1);
});

test('an inquiry can be sent by keyboard', async ({ page, service, name }) => {
  await page.goto('/sponsor?lang=en');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type(name);
  await tabTo(page, 'E-mail');
  await page.keyboard.type('sara@example.org');
  await tabTo(page, 'Organization');
  await page.keyboard.type('Rif Energy');
  await tabTo(page, 'Budget');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Message');
  await page.keyboard.type('Hello.');
  await tabTo(page, 'Send Inquiry');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Inquiry Sent!' })).toBeVisible();
  expect(await sentBy(service, 'sponsorship_inquiries', name)).toMatchObject([
    { budget_range: '5k' },
  ]);
});

test('five benefits, a deck to pass on, and the way to the contact page', async ({ page }) => {
  await page.goto('/sponsor?lang=fr');
  const benefits = page.getByRole('region', { name: 'Ce que vous recevez' });
  await expect(benefits.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('link', { name: 'Télécharger le dossier sponsor' })).toHaveAttribute(
    'href',
    '/downloads/sponsor-deck.fr.pdf',
  );
  await page.getByRole('main').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'M’écrire' })).toBeVisible();
});
