import { describe, expect, it } from 'vitest';
import { coverage } from './coverage';
import type { ContentRow } from './content';
import { gapsOf, shownRows, tabCounts, titleOf, type ContentQuery } from './content-view';
import { testimonials } from './testimonials';

type Coverage = ContentRow<'media_coverage'>;

const piece = (id: string, change: Partial<Coverage> = {}): Coverage => ({
  id,
  type: 'article',
  date: '2020-01-01',
  outlet: 'Le Matin',
  outlet_fr: 'Le Matin',
  outlet_ar: 'لوماتان',
  title_en: `Title ${id}`,
  title_fr: `Titre ${id}`,
  title_ar: `عنوان ${id}`,
  excerpt_en: null,
  excerpt_fr: null,
  excerpt_ar: null,
  link_url: null,
  picture_id: null,
  display_order: 0,
  published: true,
  sample: false,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...change,
});

const rows = [
  piece('a', { type: 'podcast', title_fr: 'Sommet d’été', date: '2021-01-01' }),
  piece('b', { published: false, title_ar: 'أعلى قمة', date: '2023-01-01' }),
  piece('c', { title_ar: '', excerpt_en: 'On courage', date: '2022-01-01' }),
];

const all: ContentQuery = {
  search: '',
  status: undefined,
  missing: undefined,
  tab: undefined,
  sort: '-date',
};
const ids = (query: Partial<ContentQuery>) =>
  shownRows(coverage, rows, { ...all, ...query }, 'en').map(({ id }) => id);

describe('the rows shown', () => {
  it.each([
    ['all, the newest first', {}, ['b', 'c', 'a']],
    ['the oldest first', { sort: 'date' }, ['a', 'c', 'b']],
    ['by title', { sort: 'title' }, ['a', 'b', 'c']],
    ['drafts', { status: 'draft' }, ['b']],
    ['published', { status: 'published' }, ['c', 'a']],
    ['of a kind', { tab: 'podcast' }, ['a']],
    ['that lack Arabic', { missing: 'ar' }, ['c']],
    ['that lack French', { missing: 'fr' }, ['c']],
    ['found without accents', { search: 'ETE sommet' }, ['a']],
    ['found without a hamza', { search: 'اعلى' }, ['b']],
    ['found nowhere', { search: 'lost' }, []],
  ] satisfies [string, Partial<ContentQuery>, string[]][])('are %s', (_name, query, want) => {
    expect(ids(query)).toEqual(want);
  });

  it('are counted by tab within all other wishes', () => {
    const count = tabCounts(coverage, rows, { ...all, status: 'published', tab: 'podcast' });
    expect([count(undefined), count('podcast'), count('article'), count('radio')]).toEqual([
      2, 1, 1, 0,
    ]);
  });

  it('of one date keep their places', () => {
    const twins = [piece('z'), piece('y'), piece('x')];
    expect(shownRows(coverage, twins, all, 'en')).toEqual(
      shownRows(coverage, twins.toReversed(), all, 'en'),
    );
  });
});

describe('what is missing in a language', () => {
  it.each([
    ['nothing, where every text is there', {}, []],
    ['a title', { title_fr: ' ' }, ['fr']],
    ['English too', { excerpt_ar: 'نص' }, ['en', 'fr']],
    ['nothing, where no language has the text', { excerpt_en: null }, []],
  ])('is %s', (_name, change, want) => {
    expect(gapsOf(coverage, piece('a', change))).toEqual(want);
  });
});

describe('a row is called', () => {
  it('by its title in the language, else in English', () => {
    expect(titleOf(coverage, piece('a'), 'fr')).toEqual({ text: 'Titre a', lang: 'fr' });
    expect(titleOf(coverage, piece('a', { title_fr: '' }), 'fr').lang).toBe('en');
  });

  it('by its one name where it has no other', () => {
    expect(titleOf(testimonials, { author_name: 'S. A.' }, 'ar')).toEqual({
      text: 'S. A.',
      lang: undefined,
    });
  });
});
