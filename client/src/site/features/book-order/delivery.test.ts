import { describe, expect, it } from 'vitest';
import { daysTo, rangeOf, type DeliveryPlace } from './delivery';

const places: DeliveryPlace[] = [
  {
    city: { en: 'Casablanca, Rabat', fr: 'Casablanca, Rabat', ar: 'الدار البيضاء، الرباط' },
    days: [1, 2],
  },
  { city: { en: 'Fez, Tangier', fr: 'Fès, Tanger', ar: 'فاس، طنجة' }, days: [2, 3] },
  { city: { en: 'Agadir', fr: '', ar: '' }, days: [2, 4] },
  { city: { en: 'Elsewhere', fr: 'Ailleurs', ar: 'غيرها' }, days: [3, 5] },
];

describe('daysTo', () => {
  it.each([
    { typed: 'Rabat', want: [1, 2] },
    { typed: ' fes ', want: [2, 3] },
    { typed: 'FÈS', want: [2, 3] },
    { typed: 'طنجة', want: [2, 3] },
    { typed: 'أكادير', want: [2, 4] },
    { typed: 'Imlil', want: [3, 5] },
    { typed: '', want: [1, 5] },
  ])('$typed: $want', ({ typed, want }) => {
    expect(daysTo(typed, places)).toEqual(want);
  });

  it('is undefined without delivery places', () => {
    expect(daysTo('Rabat', [])).toBeUndefined();
    expect(daysTo('', [])).toBeUndefined();
  });
});

describe('rangeOf', () => {
  it('writes equal ends once', () => {
    expect([rangeOf([1, 2]), rangeOf([1, 1])]).toEqual(['1-2', '1']);
  });
});
