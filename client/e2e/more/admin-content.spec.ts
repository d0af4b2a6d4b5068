import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Backend } from '../backend';
import { expect, test } from '../fixtures';

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
  // Realtime would show it before the save. This one is not told until it asks.
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
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
