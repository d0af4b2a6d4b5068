import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { live } from '../live';
import { makeMessage } from '../messages';
import { pngOf } from '../png';
import { staySteady } from '../steady';
import { visit } from '../visit';

test.use({ who: 'admin' });

/** A row of a list by a text that it holds. */
const rowOf = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

test('a highlight is added in each language, is on the site at once, and leaves it', async ({
  page,
  visitor,
  name,
  complaints,
}) => {
  complaints.expect(/status of 404/); // the picture that is not there
  await page.goto('/admin/media-highlights?lang=ar&open=new');
  const form = page.getByRole('dialog');
  await form.getByLabel('العنوان (الإنجليزية)').fill(name);
  await form.getByLabel('العنوان (العربية)').fill(`قمة ${name}`);
  await form.getByLabel('العنوان (الفرنسية)').fill(`Sommet ${name}`);
  await form.getByLabel('التاريخ').fill('2024-05-01');
  const dead = form.getByText('تعذّر تحميل أي صورة من هذا الرابط.');
  await form.getByLabel('رابط الصورة').fill('/art/nowhere.svg');
  await expect(dead).toBeVisible();
  await form.getByLabel('رابط الصورة').fill('/art/everest.svg');
  await expect(dead).toBeHidden();
  await form.getByLabel('النص البديل (الإنجليزية)').fill(`A ridge for ${name}`);
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();

  const picture = visitor.getByRole('img', { name: `A ridge for ${name}` });
  await visit(visitor, '/media?lang=en');
  await expect(picture).toBeAttached();
  await visit(visitor, '/media?lang=ar');
  await expect(visitor.getByText(`قمة ${name}`).first()).toBeAttached();
  const shown = page.getByRole('switch', { name: new RegExp(name) });
  await shown.click();
  await expect(shown).not.toBeChecked();
  await expect(async () => {
    await visit(visitor, '/media?lang=en');
    await expect(visitor.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expect(picture).toHaveCount(0);
  }).toPass();
});

test('an expedition is added, refused its slug, kept a draft, and deleted', async ({
  page,
  service,
  visitor,
  name,
  complaints,
}) => {
  complaints.expect(/status of (409|404)/);
  const slug = name.toLowerCase().replace(' ', '-');
  await page.goto('/admin/expeditions?lang=en');
  await page.getByRole('button', { name: 'Add expedition' }).click();
  const form = page.getByRole('dialog', { name: 'New expedition' });
  await expect(form.getByLabel('Year')).toHaveValue(String(new Date().getFullYear()));
  await expect(form.getByLabel('Height in metres')).toHaveValue('0');

  await test.step('a message that arrives meanwhile moves and covers no button', async () => {
    await live(page);
    const save = form.getByRole('button', { name: 'Save' });
    const buttons = [save, form.getByRole('button', { name: 'Close' }).first()];
    await staySteady(buttons, async () => {
      await makeMessage(service, name, { hoursAgo: 0 });
      await expect(form.getByText(/new message/i)).toBeVisible();
    });
  });

  await test.step('what is missing is said at its field, and the first one is focused', async () => {
    await form.getByLabel('Name (French)').fill(`${name} en français`);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Name (English)')).toBeFocused();
    await expect(form.getByLabel('Name (English)')).toHaveAccessibleDescription(
      'Fill in this field',
    );
  });

  await test.step('the slug follows the English name, until it is typed', async () => {
    await form.getByLabel('Name (English)').fill(name);
    await expect(form.getByLabel('Slug')).toHaveValue(slug);
    await form.getByLabel('Slug').fill('everest');
    await form.getByLabel('Name (English)').fill(`${name} Peak`);
    await expect(form.getByLabel('Slug')).toHaveValue('everest');
  });

  await test.step('a slug that is taken is said there, and nothing typed is lost', async () => {
    await form.getByLabel('Continent').selectOption('Asia');
    await form.getByRole('textbox', { name: 'Country', exact: true }).fill('Nepal');
    await form.getByRole('switch', { name: 'Published' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Name (Arabic)')).toBeFocused();
    await form.getByLabel('Name (Arabic)').fill(`قمة ${name}`);
    await form.getByLabel('Badge (English)').fill('Alone');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Slug')).toHaveAccessibleDescription(
      /Another entry has this slug already/,
    );
    await expect(form.getByLabel('Name (French)')).toHaveValue(`${name} en français`);
    await form.getByLabel('Slug').fill(slug);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });

  const row = rowOf(page, `${name} Peak`);
  await expect(row.getByText('Draft')).toBeVisible();
  await expect(row.getByText('Missing: French and Arabic')).toBeAttached();
  const answer = await visitor.goto(`/achievement/${slug}?lang=en`);
  expect(answer?.status()).toBe(404);

  await row.getByRole('button', { name: `Delete: ${name} Peak` }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this expedition?',
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Delete: ${name} Peak` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
  const { count } = await service
    .from('expeditions')
    .select('id', { count: 'exact', head: true })
    .eq('slug', slug);
  expect(count).toBe(0);
});

test(
  'a testimonial is written language by language, on a phone in Arabic',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    await page.goto('/admin/testimonials?lang=ar');
    await page.getByRole('button', { name: 'إضافة شهادة' }).tap();
    const form = page.getByRole('dialog', { name: 'شهادة جديدة' });
    await form.getByLabel('نص الشهادة (العربية)').fill('درس لا ينسى');
    await form.getByLabel('صاحب الشهادة').fill(name);
    await form.getByRole('button', { name: 'حفظ' }).tap();
    // The English text is lacking: its language comes into sight, at the field.
    await expect(form.getByLabel('نص الشهادة (الإنجليزية)')).toBeFocused();
    await form.getByLabel('نص الشهادة (الإنجليزية)').fill('A lesson to remember');
    await form.getByRole('switch', { name: 'منشور' }).tap();
    await form.getByRole('button', { name: 'حفظ' }).tap();
    await expect(form).toBeHidden();
    await page.getByLabel('الترجمة').selectOption({ label: 'ناقص بالفرنسية' });
    await expect(rowOf(page, name)).toContainText('درس لا ينسى');
    const { data } = await service
      .from('testimonials')
      .select('quote_en, quote_fr, quote_ar, published')
      .eq('author_name', name)
      .single()
      .throwOnError();
    expect(data).toEqual({
      quote_en: 'A lesson to remember',
      quote_fr: '',
      quote_ar: 'درس لا ينسى',
      published: false,
    });
  },
);

test(
  'a picture is added, described, replaced, shown on a mountain, and deleted when nothing shows it',
  { tag: '@phone' },
  async ({ page, visitor, service, name, complaints }) => {
    complaints.expect(/status of (400|404|409)/);
    await page.goto('/admin/media?lang=en');
    const grid = page.getByRole('list', { name: 'Pictures' });
    await test.step('it is added', async () => {
      const file = await pngOf(page, `${name}.png`);
      await page.locator('input[type=file][multiple]').setInputFiles(file);
      await grid.getByRole('button', { name: `${name}.png` }).tap();
    });
    const { data: before } = await service
      .from('pictures')
      .select('id, path')
      .eq('name', `${name}.png`)
      .single()
      .throwOnError();

    const title = `${name} at dawn`;
    await test.step('it is described, and its focal point moved by the keyboard', async () => {
      const drawer = page.getByRole('dialog', { name: `${name}.png` });
      await drawer.getByLabel('What the picture shows (English)').fill(title);
      await drawer.getByLabel('Tags').fill('Snow, ridge');
      await drawer.getByRole('button', { name: 'Focal point' }).press('ArrowRight');
      await expect(drawer.getByText('52 % from the left, 50 % from the top')).toBeVisible();
      await live(page);
      const buttons = [/^Save/, /^Close/, /^English/, /^French/, /^Arabic/].map((label) =>
        drawer.getByRole('button', { name: label }).first(),
      );
      await staySteady(buttons, async () => {
        await makeMessage(service, name, { hoursAgo: 0 });
        await expect(drawer.getByText(/new message/i)).toBeVisible();
      });
      await drawer.getByRole('button', { name: 'Save' }).tap();
      await expect(page.getByText('Picture saved.')).toBeVisible();
    });

    const drawer = page.getByRole('dialog', { name: title });
    await test.step('another file takes its place, at a new address', async () => {
      const other = await pngOf(page, 'c.png', { colour: 'navy', width: 300, height: 300 });
      await drawer.locator('input[type=file]').setInputFiles(other);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace file' }).tap();
      await expect(page.getByText('Picture replaced everywhere.')).toBeVisible();
      await expect(drawer.getByText('300 × 300')).toBeVisible();
      const gone = await page.request.get(`/storage/v1/object/public/media/${before.path}`);
      expect(gone.status()).toBeGreaterThanOrEqual(400);
    });

    const peak = { slug: name.toLowerCase().replace(' ', '-'), name_en: `${name} Peak` };
    const names = { name_fr: `Mont ${name}`, name_ar: `قمة ${name}` };
    await test.step('a mountain shows it', async () => {
      const { data } = await service
        .from('expeditions')
        .insert({ ...peak, ...names, year: 2026, continent: 'Asia', country: 'Nepal' })
        .select('id')
        .single()
        .throwOnError();
      await page.goto(`/admin/expeditions?lang=en&open=${data.id}`);
      const form = page.getByRole('dialog', { name: peak.name_en });
      const field = form.getByRole('group', { name: 'Picture of the library' });
      await field.getByRole('button', { name: 'Choose a picture' }).tap();
      const library = page.getByRole('dialog', { name: 'Choose a picture' });
      await library.getByRole('searchbox').fill(title);
      await library.getByRole('searchbox').press('Enter');
      const pictures = library.getByRole('list', { name: 'Pictures' }).getByRole('button');
      await expect(pictures).toHaveCount(1);
      await pictures.tap();
      await expect(field.getByText(title)).toBeVisible();
      await form.getByRole('button', { name: 'Save' }).tap();
      await expect(page.getByText('Expedition saved.')).toBeVisible();
      await visit(visitor, `/achievement/${peak.slug}?lang=en`);
      await expect(visitor.getByRole('img', { name: title }).first()).toBeAttached();
    });

    await test.step('it is not deleted while it is shown, and the message names where', async () => {
      await page.goto(`/admin/media?lang=en&open=${before.id}`);
      await drawer.getByRole('button', { name: 'Delete' }).tap();
      await expect(page.getByText(`Remove it first from: ${peak.name_en}`)).toBeVisible();
      await service.from('expeditions').delete().eq('slug', peak.slug).throwOnError();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).tap();
      await drawer.getByRole('button', { name: 'Delete' }).tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
      await expect(page.getByText(`“${title}” is deleted.`)).toBeVisible();
      await expect(grid.getByRole('button', { name: title })).toBeHidden();
    });
  },
);
