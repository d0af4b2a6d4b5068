import { describe, expect, it } from 'vitest';
import { findEntries, type SearchEntry } from './search';

const entries: SearchEntry[] = [
  { to: '/a', label: 'My Book', kind: 'page' },
  { to: '/b', label: 'Élbrouz', kind: 'peak' },
  { to: '/c', label: 'What a book of peaks teaches', kind: 'post' },
  { to: '/d', label: 'كِتاب القمم', kind: 'post' },
  { to: '/e', label: 'Book', kind: 'page' },
];

describe('findEntries', () => {
  it.each([
    { name: 'nothing for an empty query', query: '  ', want: [] },
    { name: 'prefix matches first', query: 'book', want: ['/e', '/a', '/c'] },
    { name: 'without accents', query: 'elb', want: ['/b'] },
    { name: 'without Arabic marks', query: 'كتاب', want: ['/d'] },
    { name: 'all words, in any order', query: 'peaks book', want: ['/c'] },
    { name: 'nothing where a word is missing', query: 'book zzz', want: [] },
  ])('$name', ({ query, want }) => {
    expect(findEntries(entries, query).map(({ to }) => to)).toEqual(want);
  });
});
