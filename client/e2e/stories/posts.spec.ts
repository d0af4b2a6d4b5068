import { overflow } from '../accessible';
import { expect, test } from '../fixtures';
import { newestMail } from '../mailbox';
import { field, makePost, postOf, published, saved, slugOf } from '../posts';
import { visit } from '../visit';

test.use({ who: 'admin' });

test('a post is written, formed and published by the keyboard, changed with Update, and can be what it was', async ({
  page,
  service,
  name,
  visitor,
}) => {
  const text = field(page, 'Text in English');
  const path = `/blog/${slugOf(name)}?lang=en`;
  await test.step('it is written by the keyboard alone', async () => {
    await page.goto('/admin/blog?lang=en');
    await page.getByRole('link', { name: 'New post' }).press('Enter');
    await expect(text).toBeVisible(); // the editor is loaded after the other fields
    await field(page, 'Title in English').focus();
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type('What it says.');
    await page.keyboard.press('Tab');
    await expect(text).toBeFocused();
    await page.keyboard.type('The wind came ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('at two');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('We waited');
    // The toolbar is one tab stop: the arrows move within it.
    const bar = page.getByRole('toolbar', { name: 'Format of the text in English' });
    await bar.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(bar.getByRole('button', { name: 'Heading', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(text).toBeFocused();
    await page.keyboard.press('Control+s');
    // The first save gives the post its address; the focus stays in the text.
    await expect(page).toHaveURL(/\/admin\/blog\/edit\//);
    await expect(saved(page)).toBeVisible();
    await expect(text).toBeFocused();
  });

  await test.step('it is published, and read', async () => {
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await expect(page.getByText('Post created successfully!')).toBeVisible();
    expect(await postOf(service, slugOf(name))).toMatchObject({
      status: 'published',
      excerpt_en: 'What it says.',
      content_en: '<p>The wind came <strong>at two</strong>.</p><h2>We waited</h2>',
    });
    await visit(visitor, path);
    await expect(visitor.getByRole('heading', { name: 'We waited' })).toBeVisible();
  });

  await test.step('its readers see a change with Update, and not before', async () => {
    await text.fill('Better words.');
    await expect(page.getByText('Saved, not on the site yet')).toBeVisible();
    await visit(visitor, path);
    await expect(visitor.locator('.article')).toContainText('The wind came at two.');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('Post updated successfully!')).toBeVisible();
    await visit(visitor, path);
    await expect(visitor.locator('.article')).toHaveText('Better words.');
  });

  await test.step('a revision brings the earlier words back', async () => {
    await page.getByRole('button', { name: 'Revisions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revisions' });
    await dialog.getByRole('list', { name: 'All revisions' }).getByRole('button').last().click();
    await expect(dialog.locator('del').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Bring these words back' }).click();
    await expect(text).toContainText('The wind came at two.');
  });
});

test(
  'a text is written from right to left in an Arabic editor, on a phone',
  { tag: '@phone' },
  async ({ page, service, name, visitor }) => {
    const post = await makePost(service, name, published);
    await page.goto(post.path.replace('lang=en', 'lang=ar'));
    await page.getByRole('button', { name: 'العربية' }).tap();
    await field(page, 'العنوان بالعربية').fill('ليلة في توبقال');
    const text = field(page, 'النص بالعربية');
    await expect(text).toHaveAttribute('dir', 'rtl');
    await text.tap();
    await page.keyboard.type('هبّت الريح عند الثانية.');
    await page.getByRole('button', { name: 'قائمة', exact: true }).tap();
    await expect(page.getByText('حُفظ ولم يظهر في الموقع بعد')).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'تحديث' }).tap();
    await expect(page.getByText('حُدِّث المقال بنجاح!')).toBeVisible();
    await visit(visitor, `/blog/${post.slug}?lang=ar`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('ليلة في توبقال');
    await expect(visitor.locator('.article')).toHaveAttribute('dir', 'rtl');
    await expect(visitor.locator('.article li')).toHaveText('هبّت الريح عند الثانية.');
  },
);

test('a newsletter is written, tested, scheduled, sent and left by its link', async ({
  page,
  service,
  account,
  name,
  visitor,
}) => {
  const reader = `reader-${name.toLowerCase().replace(' ', '-')}@example.org`;
  await service
    .from('newsletter_subscribers')
    .insert({ email: reader, language: 'fr', status: 'confirmed' })
    .throwOnError();

  await page.goto('/admin/newsletters?lang=en');
  // A list without any has the button twice.
  await page.getByRole('button', { name: 'New newsletter' }).first().click();
  await page.getByRole('textbox', { name: 'Subject, English' }).fill(name);
  await page.getByRole('textbox', { name: 'Text, English' }).click();
  await page.keyboard.type('We arrived.');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview, English' });
  await expect(preview.getByText('We arrived.', { exact: true })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Send test to me (English)' }).click();
  await expect(page.getByText(`A test is on its way to ${account.email}.`)).toBeVisible();
  const testMail = await newestMail(account.email);
  expect(testMail.subject).toBe(name);
  expect(testMail.text).toContain('We arrived.');

  await page.getByRole('button', { name: 'Schedule …' }).click();
  const schedule = page.getByRole('dialog', { name: 'Schedule the newsletter' });
  await expect(schedule.getByText('French, in English')).toBeVisible();
  await schedule.getByLabel('Time', { exact: true }).fill('2020-01-01T10:00');
  await schedule.getByRole('button', { name: 'Schedule' }).click();
  await expect(schedule.getByText('Choose a time that is still to come.')).toBeVisible();
  await schedule.getByLabel('Time', { exact: true }).fill('2999-01-01T10:00');
  await schedule.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Cancel sending' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Duplicate as new draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject, English' })).toHaveValue(name);
  await page.getByRole('button', { name: 'Send now …' }).click();
  const now = page.getByRole('dialog', { name: 'Send the newsletter now' });
  await expect(now.getByText(/^Recipients: \d/)).toBeVisible();
  await now.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();

  // The result is counted once the mail server has taken all e-mails; the mailbox has this one then.
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  const mail = await newestMail(reader);
  expect(mail.subject).toBe(name);
  await expect(
    page.getByRole('region', { name: 'Recipients by result' }).getByText(reader),
  ).toBeVisible({ timeout: 60_000 });

  const link = /https?:\S+\/unsubscribe\?\S+/.exec(mail.text)?.[0] ?? '';
  await visitor.goto(link);
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.getByRole('heading', { name: 'You have left the list' })).toBeVisible();
  const { data } = await service
    .from('newsletter_subscribers')
    .select('status')
    .eq('email', reader)
    .single()
    .throwOnError();
  expect(data.status).toBe('unsubscribed');
});
