import { expect, it } from 'vitest';
import { fold } from './fold';

// The same as TestFolded in policies/book_order_search_test.go: client and server must fold alike.
it.each([
  ['Chraïbi HÉLÈNE Fès', 'chraibi helene fes'],
  ['e\u0301', 'e'],
  ['أحمد إيمان آسفي مؤمن', 'احمد ايمان اسفي مومن'],
  ['مُحَمَّد فـــاس', 'محمد فاس'],
  ['فاطمة ليلى', 'فاطمه ليلي'],
])('folds %s', (written, want) => {
  expect(fold(written)).toBe(want);
});
