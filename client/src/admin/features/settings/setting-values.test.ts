import { describe, expect, it } from 'vitest';
import { changesIn, isSame, treeOf, valueAt, type Setting } from './setting-values';

const row = (key: string, value: Setting['value']): Setting => ({
  key,
  value,
  description: '',
  updated_at: '2026-11-21T10:00:00Z',
});

const rows = [
  row('book.price_mad', 279),
  row('book.excerpt', null),
  row('brand.name', { ar: 'هي', en: 'Her', fr: 'Elle' }),
  row('retreat', { start: '2026-11-07' }),
];

describe('the tree of settings', () => {
  it('has a branch for each part of a key', () => {
    const tree = treeOf(['book.price_mad', 'brand.name', 'retreat', 'book.new'], rows);
    expect(tree).toEqual({
      book: { price_mad: 279, new: null },
      brand: { name: { ar: 'هي', en: 'Her', fr: 'Elle' } },
      retreat: { start: '2026-11-07' },
    });
    expect(valueAt(tree, 'brand.name.fr')).toBe('Elle');
    expect(valueAt(tree, 'brand.nothing.fr')).toBeUndefined();
  });
});

describe('what was changed', () => {
  it('is what differs from the stored rows, of the group alone', () => {
    const values = { book: { price_mad: 300, excerpt: null }, brand: { name: 'Other' } };
    expect(changesIn(values, ['book.price_mad', 'book.excerpt'], rows)).toEqual({
      'book.price_mad': 300,
    });
  });

  it('is nothing where members only stand in another order', () => {
    const values = { brand: { name: { en: 'Her', fr: 'Elle', ar: 'هي' } } };
    expect(changesIn(values, ['brand.name'], rows)).toEqual({});
  });

  it('says null for what was emptied', () => {
    expect(changesIn({ book: {} }, ['book.price_mad'], rows)).toEqual({ 'book.price_mad': null });
  });
});

describe('the same JSON', () => {
  it.each([
    { one: [1, 2], other: [2, 1], same: false },
    { one: { a: [{ b: 1, c: 2 }] }, other: { a: [{ c: 2, b: 1 }] }, same: true },
    { one: null, other: false, same: false },
  ])('$one and $other: $same', ({ one, other, same }) => {
    expect(isSame(one, other)).toBe(same);
  });
});
