import { describe, expect, it } from 'vitest';
import { asFilter, pageOf, type Coverage, type CoverageType } from './coverage';

const piece = (at: number, type: CoverageType): Coverage => ({
  id: String(at),
  type,
  date: '2025-01-01',
  outlet: 'Radio',
  outlet_fr: '',
  outlet_ar: '',
  title_en: `Piece ${at}`,
  title_fr: '',
  title_ar: '',
  excerpt_en: null,
  excerpt_fr: null,
  excerpt_ar: null,
  link_url: null,
  picture_id: null,
  picture: null,
  display_order: at,
  published: true,
  sample: false,
  created_at: '',
  updated_at: '',
});

const all = Array.from({ length: 13 }, (_, at) => piece(at, at % 2 === 0 ? 'radio' : 'video'));

describe('pageOf', () => {
  it.each([
    { name: 'the first six', filter: 'all', input: 1, first: '0', count: 6, page: 1, pages: 3 },
    { name: 'the rest', filter: 'all', input: 3, first: '12', count: 1, page: 3, pages: 3 },
    { name: 'a type', filter: 'video', input: 1, first: '1', count: 6, page: 1, pages: 1 },
    {
      name: 'beyond the end',
      filter: 'all',
      input: 99,
      first: '12',
      count: 1,
      page: 3,
      pages: 3,
    },
    {
      name: 'before the start',
      filter: 'all',
      input: -2,
      first: '0',
      count: 6,
      page: 1,
      pages: 3,
    },
    { name: 'no number', filter: 'all', input: NaN, first: '0', count: 6, page: 1, pages: 3 },
  ] as const)('gives $name', ({ filter, input, first, count, page, pages }) => {
    const shown = pageOf(all, filter, input);
    expect(shown).toMatchObject({ page, pages });
    expect([shown.items[0]?.id, shown.items.length]).toEqual([first, count]);
  });

  it('has one empty page where a type has nothing', () => {
    expect(pageOf(all, 'podcast', 1)).toEqual({ items: [], page: 1, pages: 1, total: 0 });
  });
});

describe('asFilter', () => {
  it.each([
    ['radio', 'radio'],
    ['gossip', 'all'],
    [null, 'all'],
  ])('reads %s as %s', (value, want) => {
    expect(asFilter(value)).toBe(want);
  });
});
