import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Backend } from './backend';
import { expect, test } from './fixtures';

test.use({ who: 'admin' });

/** A row of a list by a text that it holds. */
const rowOf = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

const testimonial = (author_name: string, display_order: number) => ({
  author_name,
  quote_en: `What ${author_name} says`,
  quote_fr: `Ce que dit ${author_name}`,
  quote_ar: `ما يقوله ${author_name}`,
  display_order,
});

async function makeTestimonials(service: Backend, names: string[]): Promise<void> {
  await service
    .from('testimonials')
    .insert(names.map((name, at) => testimonial(name, 100 + at)))
    .throwOnError();
}

test('a changed topic is on the site at once, in each language', async ({
  page,
  visitor,
  name,
}) => {
  await visitor.goto('/speaking?lang=en');
  await page.goto('/admin/speaking-topics?lang=en');
  await page.getByRole('button', { name: 'Women Breaking Limits', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Women Breaking Limits' });
  const description = form.getByLabel('Description (English)');
  const before = await description.inputValue();
  await description.fill(`${before} ${name}`);
  await form.getByLabel('Title (Arabic)').fill(`نساء يتخطين الحدود ${name}`);
  await page.keyboard.press('Control+s');
  await expect(form.getByText('Topic saved.')).toBeVisible();

  await visitor.reload();
  await expect(visitor.getByText(name)).toBeVisible();
  await visitor.goto('/speaking?lang=ar');
  await expect(visitor.getByRole('heading', { name })).toHaveText(`نساء يتخطين الحدود ${name}`);
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
  await expect(row.getByText('Missing: Arabic')).toBeAttached();
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

test('a highlight shows its picture, and the site reads its words', async ({
  page,
  visitor,
  name,
  complaints,
}) => {
  complaints.expect(/status of 404/); // the picture that is not there
  await page.goto('/admin/media-highlights?lang=en&open=new');
  const form = page.getByRole('dialog', { name: 'New highlight' });
  await form.getByLabel('Title (English)').fill(name);
  await form.getByLabel('Date').fill('2024-05-01');
  await form.getByLabel('Image URL').fill('/art/nowhere.svg');
  await expect(form.getByText('No picture can be loaded from this address.')).toBeVisible();
  await form.getByLabel('Image URL').fill('/art/everest.svg');
  await expect(form.getByText('No picture can be loaded from this address.')).toBeHidden();
  await form.getByLabel('Alternative text (English)').fill(`A ridge for ${name}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  const picture = visitor.getByRole('img', { name: `A ridge for ${name}` });
  await visitor.goto('/media?lang=en');
  await expect(picture).toBeAttached();
  const shown = page.getByRole('switch', { name: `Published: ${name}` });
  await shown.click();
  await expect(shown).not.toBeChecked();
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(picture).toHaveCount(0);
  }).toPass();
});

test('coverage is narrowed by kind, state, language and words, in the address', async ({
  page,
  service,
  name,
}) => {
  const piece = (type: 'podcast' | 'radio', title_en: string, title_fr: string) => ({
    type,
    title_en,
    title_fr,
    title_ar: 'عنوان',
    outlet: name,
    outlet_fr: name,
    outlet_ar: name,
    date: '2024-05-01',
    published: false,
  });
  await service
    .from('media_coverage')
    .insert([piece('podcast', 'On breath', 'Le souffle'), piece('radio', 'On fear', '')])
    .throwOnError();
  await page.goto(`/admin/media-coverage?lang=en&q=${encodeURIComponent(name)}`);
  const kinds = page.getByRole('group', { name: 'Kind' });
  await expect(kinds.getByRole('radio', { name: 'All 2' })).toBeChecked();
  await kinds.getByText('Podcast').click();
  await expect(rowOf(page, name)).toHaveCount(1);
  await page.getByLabel('Translation').selectOption({ label: 'Missing in French' });
  await expect(page.getByText('Nothing here fits the search and filters.')).toBeVisible();
  await page.reload();
  await kinds.getByText('All').click();
  await expect(rowOf(page, 'On fear')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).not.toHaveURL(/missing=|kind=|q=/);
});

test('what cannot be deleted stays, and what cannot be saved keeps its words', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|Failure|no answer/);
  await service
    .from('awards')
    .insert({
      title_en: name,
      organization: 'Club',
      year: 2020,
      category: 'milestone',
      published: false,
    })
    .throwOnError();
  await page.goto('/admin/awards?lang=en');
  await page.route('**/rest/v1/awards*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await page.getByRole('button', { name: `Delete: ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').getByText('Error deleting award')).toBeVisible();

  await page.getByRole('button', { name, exact: true }).click();
  const form = page.getByRole('dialog', { name });
  await form.getByLabel('Title (French)').fill(`${name} en français`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Error updating award', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.unroute('**/rest/v1/awards*');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Award saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search' }).fill('en francais');
  await expect(rowOf(page, name)).toBeVisible();
});

test('testimonials are put in order by keyboard alone', async ({
  page,
  service,
  visitor,
  name,
}) => {
  const names = [`${name} one`, `${name} two`, `${name} three`];
  await makeTestimonials(service, names);
  await page.goto('/admin/testimonials?lang=en');
  const moved = `${name} three`;
  await page.getByRole('button', { name: `Move ${moved}` }).focus();
  await page.keyboard.press('Space');
  // Other flows add rows; from here on the list holds still.
  const taken = page.getByText(new RegExp(`^${moved} is taken, at place \\d+ of \\d+\\.$`));
  const [, place = '', total = ''] =
    /place (\d+) of (\d+)/.exec((await taken.textContent()) ?? '') ?? [];
  const told = (what: string, at: number) =>
    expect(page.getByText(`${moved} is ${what} at place ${at} of ${total}.`)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await told('now', Number(place) - 1);
  await page.keyboard.press('ArrowUp');
  await told('now', Number(place) - 2);
  const written = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  );
  await page.keyboard.press('Space');
  await written;
  await expect(async () => {
    await visitor.goto('/speaking?lang=en');
    const said = visitor.getByRole('figure').filter({ hasText: name });
    await expect(said.nth(0)).toContainText(moved, { timeout: 1000 });
  }).toPass();
  await page.reload();
  await expect(rowOf(page, name).nth(0)).toContainText(moved);
});

test('rows are dragged by mouse', async ({ page, service, name }) => {
  const [above, below] = [`${name} above`, `${name} below`];
  await service
    .from('awards')
    .insert(
      [above, below].map((title_en, at) => ({
        title_en,
        organization: 'Club',
        year: 2020,
        category: 'milestone' as const,
        published: false,
        display_order: 100 + at,
      })),
    )
    .throwOnError();
  await page.goto('/admin/awards?lang=en');
  const target = page.getByRole('button', { name: `Move ${above}` });
  await page.getByRole('button', { name: `Move ${below}` }).dragTo(target, { steps: 8 });
  await expect(rowOf(page, name).nth(0)).toContainText(below);
  await expect(async () => {
    const { data } = await service
      .from('awards')
      .select('title_en, display_order')
      .in('title_en', [above, below])
      .order('display_order')
      .throwOnError();
    expect(data.map(({ title_en }) => title_en)).toEqual([below, above]);
  }).toPass();
});

test.describe('on a phone, in Arabic', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a testimonial is written language by language', async ({ page, service, name }) => {
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
  });
});

const screens = [
  { path: 'expeditions', table: 'expeditions', title: 'name', label: 'Name (English)' },
  { path: 'media-highlights', table: 'media_highlights', title: 'title', label: 'Title (English)' },
  { path: 'media-coverage', table: 'media_coverage', title: 'title', label: 'Title (English)' },
  { path: 'awards', table: 'awards', title: 'title', label: 'Title (English)' },
  { path: 'speaking-topics', table: 'speaking_topics', title: 'title', label: 'Title (English)' },
  { path: 'testimonials', table: 'testimonials', title: 'quote', label: 'Quote (English)' },
] as const;

test('of two who change one field the second is told, in each kind of content', async ({
  page,
  service,
  name,
}) => {
  const facts = {
    expeditions: { slug: name.toLowerCase().replace(' ', '-'), year: 2020, height_m: 1, continent: 'Asia', country: 'Nepal' },
    media_highlights: { date: '2020-01-01', image_url: '/art/everest.svg' },
    media_coverage: { date: '2020-01-01', type: 'magazine', outlet: 'Radio', outlet_fr: 'Radio', outlet_ar: 'Radio' },
    awards: { organization: 'Club', year: 2020, category: 'achievement' },
    speaking_topics: { slug: name.toLowerCase().replace(' ', '-'), outcomes_en: ['a', 'b', 'c'] },
    testimonials: { author_name: name },
  }; // prettier-ignore
  const tables: SupabaseClient = service; // its types need a literal table name
  const ids = new Map<string, string>();
  try {
    for (const { path, table, title, label } of screens) {
      const column = `${title}_en`;
      // In all languages: another flow lists what lacks one.
      const texts = [column, `${title}_fr`, `${title}_ar`].map((each) => [each, 'First']);
      const row: object = { ...facts[table], ...Object.fromEntries(texts), published: false };
      const { data } = await tables
        .from(table)
        .insert<object>(row)
        .select('id')
        .single<{ id: string }>()
        .throwOnError();
      ids.set(table, data.id);
      await page.goto(`/admin/${path}?lang=en&open=${data.id}`);
      const form = page.getByRole('dialog');
      await form.getByLabel(label).fill('Mine');
      // Realtime would show it before the save. This one is not told until it asks.
      await page.route('**/realtime/**', (route) => route.abort());
      await tables
        .from(table)
        .update({ [column]: 'Theirs' })
        .eq('id', data.id)
        .throwOnError();
      await form.getByRole('button', { name: 'Save' }).click();
      const clash = form.getByRole('group', { name: label });
      await expect(clash.getByText('Theirs', { exact: true })).toBeVisible();
      const read = async () => {
        const stored = await tables.from(table).select(column).eq('id', data.id).single();
        return JSON.stringify(stored.data);
      };
      expect(await read()).toBe(JSON.stringify({ [column]: 'Theirs' }));
      await clash.getByRole('button', { name: 'Keep mine' }).click();
      await expect(form.getByLabel(label)).toBeFocused();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect.poll(read).toBe(JSON.stringify({ [column]: 'Mine' }));
    }
  } finally {
    for (const [table, id] of ids) await tables.from(table).delete().eq('id', id).throwOnError();
  }
});

test(
  'a clash is told with who, when and both texts, and a deleted row with the words kept',
  { tag: '@phone' },
  async ({ page, another, service, account, name }) => {
    await makeTestimonials(service, [name]);
    await page.goto('/admin/testimonials?lang=en');
    await rowOf(page, name).getByRole('button', { name, exact: true }).click();
    const form = page.getByRole('dialog', { name });
    await form.getByLabel('Quote (English)').fill('Mine');
    await another.goto(page.url());
    await another.getByRole('dialog', { name }).getByLabel('Quote (English)').fill('Theirs');
    await another.getByRole('button', { name: 'Save' }).click();
    await expect(another.getByText('Testimonial saved.')).toBeVisible();
    await expect(form.getByText(`${account.email} saved it`)).toBeVisible();
    await form.getByRole('button', { name: 'Keep both' }).press('Enter');
    await expect(form.getByLabel('Quote (English)')).toHaveValue('Theirs\n\nMine');
    await service.from('testimonials').delete().eq('author_name', name).throwOnError();
    await expect(form.getByText('Somebody has deleted this meanwhile.')).toBeVisible();
    await expect(form.getByLabel('Quote (English)')).toHaveValue('Theirs\n\nMine');
  },
);
