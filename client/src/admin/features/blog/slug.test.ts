import { describe, expect, it } from 'vitest';
import { slugOf } from '@/admin/kit/slug';
import { emptyValues } from './post-values';
import { followTitle, isSlug, nextSlug } from './slug';

describe('slugOf', () => {
  it.each([
    ['Turning back is a decision', 'turning-back-is-a-decision'],
    ['  8,848 m -- and down!  ', '8-848-m-and-down'],
    ['Café à Imlil', 'cafe-a-imlil'],
    ['قمة', ''],
    ['---', ''],
    [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
  ])('of %j is %j', (title, want) => {
    expect(slugOf(title)).toBe(want);
    expect(want === '' || isSlug(want)).toBe(true);
  });
});

describe('the slug while the title is typed', () => {
  const words = { ...emptyValues(), title_en: 'A nig', slug: 'a-nig' };
  it.each([
    { name: 'is made while it is empty', words: emptyValues(), want: 'a-night' },
    { name: 'follows while the title made it', words, want: 'a-night' },
    { name: 'stays as it was typed', words: { ...words, slug: 'toubkal' }, want: 'toubkal' },
    {
      name: 'stays once readers may have it',
      words: { ...words, published_at: '2026-01-01T08:00:00Z' },
      want: 'a-nig',
    },
  ])('$name', (test) => {
    expect(followTitle(test.words, 'A night')).toBe(test.want);
  });
});

it.each([
  ['toubkal', 'toubkal-2'],
  ['toubkal-2', 'toubkal-3'],
  ['k-2', 'k-3'],
  ['night-19', 'night-20'],
])('after %s comes %s', (slug, want) => {
  expect(nextSlug(slug)).toBe(want);
});
