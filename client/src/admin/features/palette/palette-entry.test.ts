import { describe, expect, it } from 'vitest';
import { matchOf } from './palette-entry';

describe('a label of the palette', () => {
  it.each([
    { label: 'Book orders', typed: '', want: 1 },
    { label: 'Book orders', typed: 'ord', want: 1 },
    { label: 'Book orders', typed: 'or bo', want: 1 },
    { label: 'Book orders', typed: 'rders', want: 0.5 },
    { label: 'Book orders', typed: 'review', want: 0 },
    { label: 'Réglages', typed: 'reg', want: 1 },
    { label: 'Expéditions', typed: 'EXPÉ', want: 1 },
    { label: 'طلبات الكتاب', typed: 'طلب', want: 1 },
    { label: 'الطبعة المنقَّحة', typed: 'المنقحة', want: 1 },
  ])('$label answers “$typed” by $want', ({ label, typed, want }) => {
    expect(matchOf(label, typed)).toBe(want);
  });
});
