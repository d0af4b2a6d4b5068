import { describe, expect, it } from 'vitest';
import { decimalNumber, wholeNumber } from './numbers';

describe('a number as typed', () => {
  it.each([
    { typed: '', whole: null, decimal: null },
    { typed: null, whole: null, decimal: null },
    { typed: ' 8 848 ', whole: 8848, decimal: 8848 },
    { typed: '8\u202f848', whole: 8848, decimal: 8848 },
    { typed: '4,9', whole: Number.NaN, decimal: 4.9 },
    { typed: '٤٫٩', whole: Number.NaN, decimal: 4.9 },
    { typed: '279.50', whole: Number.NaN, decimal: 279.5 },
    { typed: '-3', whole: -3, decimal: -3 },
    { typed: 0, whole: 0, decimal: 0 },
    { typed: 'none', whole: Number.NaN, decimal: Number.NaN },
    { typed: '1.2.3', whole: Number.NaN, decimal: Number.NaN },
  ])('$typed is $decimal, or $whole whole', ({ typed, whole, decimal }) => {
    expect(wholeNumber(typed)).toEqual(whole);
    expect(decimalNumber(typed)).toEqual(decimal);
  });
});
