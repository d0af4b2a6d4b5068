import { makeAccount } from '../backend';
import { expect, test } from '../fixtures';
import { startOwnProgram } from '../own-program';
import { visit } from '../visit';

// In a program of its own: it changes settings and removes samples that other tests read.
test('a fresh site is made one’s own: name, price, samples, checklist', async ({
  page,
  visitor,
}) => {
  test.slow();
  const program = await startOwnProgram();
  try {
    const account = await makeAccount(program.service, 'super_admin');
    await visit(page, `${program.url}/?lang=en`);
    // Nobody is named, and the claim stands at Everest.
    await expect(page).toHaveTitle(/Altitude 8848$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Moroccan mountaineer/);
    const claim = page
      .getByRole('region', { name: 'Fourteen mountains' })
      .getByText('First North African woman on Everest', { exact: true });
    await expect(claim).toBeVisible();
    await page.getByRole('button', { name: 'Next mountain' }).click();
    await expect(claim).toBeHidden();

    await page.goto(`${program.url}/admin/login?lang=en`);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const checklist = page.getByRole('region', { name: 'Make it yours' });
    await expect(checklist.getByText('0 of 9 done')).toBeVisible();
    const step = (title: string) => checklist.getByRole('listitem').filter({ hasText: title });

    await step('Your name').getByRole('link').click();
    const names = page.getByRole('group', { name: 'Your name' });
    await names.getByRole('textbox').first().fill('Tiziri Amrani');
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Saved. The site shows it from now on.')).toBeVisible();

    const stored = async (key: string) => {
      const setting = program.service.from('site_settings').select('value').eq('key', key);
      return (await setting.single().throwOnError()).data.value;
    };
    await page.getByRole('link', { name: 'Book', exact: true }).click();
    const price = page.getByLabel('Price of one copy (MAD)');
    await price.fill('none');
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Write a number.')).toBeVisible();
    await price.fill('299,5');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await stored('book.price_mad')).toBe(299.5);
    await page.getByRole('link', { name: 'Contact', exact: true }).last().click();
    await page.getByLabel('WhatsApp', { exact: true }).fill('+212 6 12 34 56 78');
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await stored('contact.whatsapp')).toBe('+212 6 12 34 56 78');
    await visit(visitor, `${program.url}/book?lang=en`);
    await expect(visitor.getByText(/299\.50/).first()).toBeVisible();
    await visit(visitor, `${program.url}/sponsor?lang=en`);
    await expect(visitor.getByRole('link', { name: /WhatsApp/ }).first()).toHaveAttribute(
      'href',
      /wa\.me\/212612345678/,
    );
    await visitor.close();

    await page.goto(`${program.url}/admin/testimonials?lang=en`);
    await expect(page.getByText('Sample', { exact: true })).toHaveCount(4);
    await page.goto(`${program.url}/admin/dashboard?lang=en`);
    await expect(step('Your name').getByRole('img', { name: 'Done' })).toBeVisible();
    await step('Samples removed').getByRole('button', { name: 'Remove the samples' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Remove 35 samples?');
    await expect(question).toContainText('Testimonials (4)');
    await question.getByRole('button', { name: 'Remove the samples' }).click();
    await expect(step('Samples removed').getByRole('img', { name: 'Done' })).toBeVisible();
    await step('E-mail is sent').getByRole('button', { name: 'It is right' }).click();
    await expect(checklist.getByText('4 of 9 done')).toBeVisible();
    await checklist.getByRole('button', { name: 'Hide the checklist' }).click();
    await expect(checklist).toBeHidden();
    await page.reload();
    await page.getByRole('button', { name: /^Make it yours 4 of 9 done/ }).click();
    await expect(checklist.getByText('4 of 9 done')).toBeVisible();

    // The site has her name, and no section without content.
    await visit(page, `${program.url}/?lang=en`);
    await expect(page).toHaveTitle(/Tiziri Amrani$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tiziri Amrani/);
    await expect(page.getByRole('banner').getByText('Tiziri Amrani').first()).toBeVisible();
    await visit(page, `${program.url}/speaking?lang=en`);
    await expect(page.getByRole('heading', { name: 'After the talk' })).toHaveCount(0);
    await visit(page, `${program.url}/media?lang=en`);
    await expect(page.getByText('No media coverage available at the moment.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask a question' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Awards' })).toHaveCount(0);
    await visit(page, `${program.url}/book?lang=en`);
    await expect(page.getByText('No reviews yet. Yours could be the first.')).toBeVisible();
    await visit(page, `${program.url}/story?lang=en`);
    await expect(page.getByRole('region', { name: 'Who I am' })).toContainText('Tiziri Amrani');
    await page.goto('about:blank'); // the page would log that the program has gone
  } finally {
    await program.stop();
  }
});
