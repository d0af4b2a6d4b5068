import { describe, expect, it, vi } from 'vitest';
import { awards } from './awards';
import { languages } from '@/shared/i18n/language';
import { fieldsOf, type Content, type ContentTable, type Field } from './content';
import { schemaFor } from './content-schema';
import { countTo, inputFor, itemOf, newValues, valuesOf, type FormValues } from './content-values';
import { coverage } from './coverage';
import { expeditions } from './expeditions';
import { highlights } from './highlights';
import { topics } from './topics';
import { testimonials } from './testimonials';

/** What the schema makes of values: the columns, or what it complains about by input. */
function checked<T extends ContentTable>(content: Content<T>, values: FormValues) {
  const answer = schemaFor(content, (problem) => problem).safeParse(values);
  if (answer.success) return { columns: answer.data };
  return {
    problems: Object.fromEntries(
      answer.error.issues.map(({ path, message }) => [path[0], message]),
    ),
  };
}

const everest = {
  id: '1',
  slug: 'everest',
  name_en: 'Everest',
  name_fr: 'Everest',
  name_ar: 'إيفرست',
  year: 2017,
  height_m: 8848,
  continent: 'Asia',
  country: 'Nepal',
  location: 'Khumbu',
  location_fr: '',
  location_ar: '',
  flag: 'NP',
  route: 'South Col',
  route_fr: 'Col Sud',
  route_ar: '',
  duration_days: 60,
  temperature: null,
  team_size: null,
  description_en: 'High.',
  description_fr: '',
  description_ar: '',
  badge_en: null,
  badge_fr: null,
  badge_ar: null,
  beyond_seven_summits: false,
  is_attempt: false,
  picture_id: null,
  hero_image_url: null,
  hero_image_alt_en: '',
  hero_image_alt_fr: '',
  hero_image_alt_ar: '',
  display_order: 6,
  published: true,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('a row in the form', () => {
  it('comes out as it went in', () => {
    const { id: _id, display_order: _order, created_at: _at, updated_at: _on, ...rest } = everest;
    expect(checked(expeditions, valuesOf(expeditions, everest))).toEqual({ columns: rest });
  });

  it('keeps the lists of a topic, and none where a language has none', () => {
    const topic = {
      slug: 'risk',
      title_en: 'Risk',
      title_fr: '',
      title_ar: '',
      description_en: '',
      description_fr: '',
      description_ar: '',
      outcomes_en: ['a', 'b', 'c'],
      outcomes_fr: [],
      outcomes_ar: ['١', '٢', '٣'],
      published: false,
    };
    expect(checked(topics, valuesOf(topics, topic))).toEqual({ columns: topic });
  });

  it('has no duration where none is given', () => {
    const values = { ...valuesOf(expeditions, everest), duration_days: null };
    expect(checked(expeditions, values)).toMatchObject({ columns: { duration_days: 0 } });
  });

  it('loses the spaces around its texts, and small letters in a country code', () => {
    const values = { ...valuesOf(expeditions, everest), name_en: '  K2 ', flag: 'pk' };
    expect(checked(expeditions, values)).toMatchObject({ columns: { name_en: 'K2', flag: 'PK' } });
  });
});

describe('a new row', () => {
  it('begins with the defaults of the product', () => {
    vi.useFakeTimers({ now: new Date('2027-03-01') });
    expect(newValues(expeditions)).toMatchObject({
      year: 2027,
      height_m: 0,
      duration_days: 0,
      published: true,
      beyond_seven_summits: false,
      is_attempt: false,
      name_en: '',
    });
    vi.useRealTimers();
  });

  it('is of the kind that the list is narrowed to', () => {
    expect(newValues(coverage, 'podcast')).toMatchObject({ type: 'podcast' });
  });

  const problemsOf = <T extends ContentTable>(content: Content<T>) =>
    Object.keys(checked(content, newValues(content)).problems ?? {}).toSorted();

  const titles = ['title_ar', 'title_en', 'title_fr'];
  it.each([
    [
      'expeditions',
      problemsOf(expeditions),
      ['continent', 'country', 'name_ar', 'name_en', 'name_fr', 'slug'],
    ],
    ['media_highlights', problemsOf(highlights), ['date', 'image_url', ...titles]],
    ['media_coverage', problemsOf(coverage), ['date', 'outlet_en', ...titles, 'type']],
    ['awards', problemsOf(awards), ['category', 'organization', 'title_en']],
    [
      'speaking_topics',
      problemsOf(topics),
      ['outcomes1_en', 'outcomes2_en', 'outcomes3_en', 'slug', 'title_en'],
    ],
    ['testimonials', problemsOf(testimonials), ['author_name', 'quote_en']],
  ])('of %s needs what the table needs', (_table, problems, required) => {
    expect(problems).toEqual(required);
  });
});

describe('the form refuses', () => {
  const whole = valuesOf(expeditions, everest);
  it.each([
    ['a slug with capitals', { slug: 'Mont-Blanc' }, { slug: 'slug' }],
    ['a slug with two hyphens', { slug: 'a--b' }, { slug: 'slug' }],
    ['a year before 1900', { year: 1899 }, { year: 'number' }],
    ['half a metre', { height_m: 0.5 }, { height_m: 'number' }],
    ['a height beyond Everest', { height_m: 9001 }, { height_m: 'number' }],
    ['no year at all', { year: '' }, { year: 'number' }],
    ['a country code of three letters', { flag: 'NPL' }, { flag: 'flag' }],
    ['a name of 201 letters', { name_fr: 'a'.repeat(201) }, { name_fr: 'tooLong' }],
    ['a script for a picture', { hero_image_url: 'javascript:1' }, { hero_image_url: 'picture' }],
    [
      'a picture over http',
      { hero_image_url: 'http://a.org/b.jpg' },
      { hero_image_url: 'picture' },
    ],
  ])('%s', (_name, change, problems) => {
    expect(checked(expeditions, { ...whole, ...change })).toEqual({ problems });
  });

  it('a highlight with neither a picture of the library nor a URL', () => {
    const titles = { title_en: 'Summit', title_fr: 'Sommet', title_ar: 'قمة' };
    const values = { ...newValues(highlights), ...titles, date: '2026-05-01' };
    const id = '8c5f2f0e-4d0a-4c56-9a2b-3a1f6f7f5f10';
    expect(checked(highlights, values)).toEqual({ problems: { image_url: 'pictureOrUrl' } });
    expect(checked(highlights, { ...values, picture_id: id })).toMatchObject({
      columns: { picture_id: id, image_url: null },
    });
    expect(checked(highlights, { ...values, image_url: '/a.jpg' })).toMatchObject({
      columns: { picture_id: null, image_url: '/a.jpg' },
    });
  });

  it('two outcomes of three in a language', () => {
    const english = Object.fromEntries(
      [1, 2, 3].map((at) => [`outcomes${at}_en`, `Outcome ${at}`]),
    );
    const values = {
      ...newValues(topics),
      title_en: 'Risk',
      slug: 'risk',
      ...english,
      outcomes1_fr: 'Un',
      outcomes3_fr: 'Trois',
    };
    expect(checked(topics, values)).toEqual({ problems: { outcomes2_fr: 'together' } });
  });
});

/** A kind of content, as the tests below need it. */
const kindOf = <T extends ContentTable>(content: Content<T>) => {
  const fields: readonly Field[] = fieldsOf(content);
  return {
    table: content.table,
    fields,
    problemsWithout: (input: string) =>
      checked(content, { ...newValues(content), [input]: '' }).problems ?? {},
  };
};

const kinds = [
  kindOf(expeditions),
  kindOf(highlights),
  kindOf(coverage),
  kindOf(awards),
  kindOf(topics),
  kindOf(testimonials),
];

describe.each(kinds)('a required field of $table', ({ fields, problemsWithout }) => {
  it.each(fields.flatMap(inputsOf))(
    'is marked and refused when it is empty, or neither: $input',
    ({ input, isMarked }) => {
      const { [input]: message } = problemsWithout(input);
      expect(message ?? '').toMatch(isMarked ? /./ : /^$/);
    },
  );
});

/** The inputs of a field that a missing value can be typed into, and whether the form marks them. */
function inputsOf(field: Field): { input: string; isMarked: boolean }[] {
  const { kind, name, markRequired: isMarked = false } = field;
  const inputsIn = (stem: string, marked: readonly string[]) =>
    languages.map((language) => ({
      input: inputFor(stem, language),
      isMarked: isMarked && marked.includes(language),
    }));
  if (kind === 'switch' || kind === 'picture' || kind === 'libraryPicture') return [];
  if (kind === 'languages') return inputsIn(name, field.requiredIn ?? ['en']);
  if (kind === 'list') {
    return countTo(field.count).flatMap((at) => inputsIn(itemOf(name, at), ['en']));
  }
  return [{ input: name, isMarked }];
}
