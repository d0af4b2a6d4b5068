import { expect, it } from 'vitest';
import { wordFilters } from './word-filters';

const patterns = (text: string) =>
  wordFilters<'form_submissions'>('search_text', text).map(([, , pattern]) => pattern);

it('asks for each word, folded, in any order', () => {
  expect(patterns('  Élodie   FÈS ')).toEqual(['%elodie%', '%fes%']);
  expect(patterns('ليلى فاطمة')).toEqual(['%ليلي%', '%فاطمه%']);
  expect(patterns(' ')).toEqual([]);
});

it('takes wildcards as text', () => {
  expect(patterns('100% a_b a*b')).toEqual([String.raw`%100\%%`, String.raw`%a\_b%`, '%a_b%']);
});
