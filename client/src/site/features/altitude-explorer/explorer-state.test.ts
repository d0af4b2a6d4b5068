import { describe, expect, it } from 'vitest';
import { expeditions } from '@tests/seeds';
import { filterAndSort, toggleCompared, readState, writeState } from './explorer-state';

const read = (query: string) => readState(new URLSearchParams(query));

describe('the search parameters of the explorer', () => {
  const standard = { sort: 'height', show: 'all', compare: ['kilimanjaro', 'everest'] };

  it.each([
    ['', standard],
    ['sort=year&show=attempts', { ...standard, sort: 'year', show: 'attempts' }],
    ['sort=colour&show=none', standard],
    ['compare=k2,k2,lhotse,vinson', { ...standard, compare: ['k2', 'lhotse'] }],
    ['compare=', { ...standard, compare: [] }],
  ])('parses "%s"', (query, want) => {
    expect(read(query)).toEqual(want);
  });

  it('leaves defaults out and other parameters in', () => {
    const written = writeState(new URLSearchParams('lang=ar&sort=year'), {
      sort: 'height',
      show: 'attempts',
      compare: ['k2'],
    });
    expect(written.toString()).toBe('lang=ar&show=attempts&compare=k2');
    expect(read(written.toString()).compare).toEqual(['k2']);
  });

  it('keeps an empty comparison empty', () => {
    const written = writeState(new URLSearchParams(), { sort: 'height', show: 'all', compare: [] });
    expect(read(written.toString()).compare).toEqual([]);
  });
});

describe('toggleCompared', () => {
  it.each([
    { name: 'a second mountain joins', pair: ['k2'], slug: 'denali', want: ['k2', 'denali'] },
    {
      name: 'a third replaces the older',
      pair: ['k2', 'denali'],
      slug: 'elbrus',
      want: ['denali', 'elbrus'],
    },
    { name: 'one that is in leaves', pair: ['k2', 'denali'], slug: 'k2', want: ['denali'] },
  ])('$name', ({ pair, slug, want }) => {
    expect(toggleCompared(pair, slug)).toEqual(want);
  });
});

describe('filterAndSort', () => {
  const order = (query: string, language: 'en' | 'fr' | 'ar' = 'en') =>
    filterAndSort(expeditions, read(query), language).map(({ slug }) => slug);

  it('puts the highest first, or the oldest, or the first of the alphabet', () => {
    expect(order('').slice(0, 3)).toEqual(['everest', 'k2', 'lhotse']);
    expect(order('sort=year').slice(0, 2)).toEqual(['mont-blanc', 'kilimanjaro']);
    expect(order('sort=name')[0]).toBe('aconcagua');
  });

  it('sorts names as the language does', () => {
    expect(order('sort=name', 'ar')).not.toEqual(order('sort=name', 'en'));
  });

  it('keeps attempts and summits apart', () => {
    expect(order('show=attempts')).toEqual(['k2', 'manaslu', 'broad-peak']);
    expect(order('show=summits')).toHaveLength(11);
  });
});
