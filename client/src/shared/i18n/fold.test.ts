import { expect, it } from 'vitest';
import { fold, hasEveryWord } from './fold';
import cases from './fold-cases.json';

// TestFolded in policies/book_order_search_test.go reads the same cases: client and server must fold alike.
it.each(cases)('folds $name', ({ written, want }) => {
  expect(fold(written)).toBe(want);
});

it('finds words in any order', () => {
  expect(hasEveryWord('Chraïbi, Fès', 'fes chraibi')).toBe(true);
  expect(hasEveryWord('Chraïbi, Fès', 'fes rabat')).toBe(false);
});
