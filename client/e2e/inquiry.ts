import type { Locator, Page } from '@playwright/test';
import type { Backend } from './backend';
import { visit } from './visit';

/** Types into the fields of a form, by their labels. */
export async function fillIn(form: Locator, answers: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(answers)) {
    await form.getByLabel(label).fill(text);
  }
}

type FormFile = { name: string; mimeType: string; buffer: Buffer };

/** Chooses a file with a button that opens the file chooser. */
async function chooseFile(button: Locator, file: FormFile): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(file);
}

/** Opens the form for reviews, fills it in and attaches a proof. Returns both, before the review is sent. */
export async function reviewWith(page: Page, origin: string, name: string, proof: FormFile) {
  await visit(page, `${origin}/book?lang=en`);
  await page.getByRole('button', { name: 'Write a review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your review' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('textbox', { name: 'Your words' }).fill('Sober and true.');
  const field = dialog.getByRole('group', { name: 'Proof of purchase (optional)' });
  await chooseFile(field.getByRole('button', { name: 'Choose or take a picture' }), proof);
  return { dialog, field };
}

/** Opens the form for sponsors, fills it in and attaches a file. Returns the form, before it is sent. */
export async function offerWith(page: Page, origin: string, name: string, file: FormFile) {
  await visit(page, `${origin}/sponsor?lang=en`);
  const form = page.getByRole('form', { name: 'Sponsorship inquiry' });
  await fillIn(form, {
    Name: name,
    'E-mail': 'sara@example.org',
    Organization: 'Rif Energy',
    Message: 'Our offer is attached.',
  });
  await form.getByLabel('Budget').selectOption('25k');
  await chooseFile(form.getByRole('button', { name: 'Choose a file' }), file);
  return form;
}

/** The rows of a table by the name of the sender. */
export async function sentBy(
  service: Backend,
  table: 'contact_submissions' | 'sponsorship_inquiries' | 'retreat_inquiries',
  name: string,
) {
  const { data } = await service.from(table).select('*').eq('name', name).throwOnError();
  return data;
}
