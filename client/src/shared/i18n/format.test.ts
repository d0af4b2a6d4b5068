import { describe, expect, it, vi } from 'vitest';
import { formatDate, formatNumber } from './format';
import { languages, type Language } from './language';

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', ar: 'ar-u-nu-latn' };

describe('numbers and dates', () => {
  it.each(languages)('writes numbers like Intl: %s', (language) => {
    for (const digits of [0, 1, 2]) {
      const intl = new Intl.NumberFormat(locales[language], {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      const values = [
        0, -0, -1, 1.5, 2.5, 0.005, 999, 999.999, 1.005, 4.35, 662.15, 187.815, 1000, 279.5,
        -8848.25, 1234567, 1e9,
      ];
      for (const value of values)
        expect(formatNumber(value, language, digits)).toBe(intl.format(value));
    }
  });

  it('constructs no format of Intl: the first one takes long', () => {
    const constructed = vi.spyOn(Intl, 'NumberFormat');
    const ofDates = vi.spyOn(Intl, 'DateTimeFormat');
    formatNumber(8848, 'en');
    expect(formatDate('2025-03-09')).toBe('09/03/2025');
    expect(formatDate('2025-13-09')).toBe('');
    expect(constructed).not.toHaveBeenCalled();
    expect(ofDates).not.toHaveBeenCalled();
  });
});
