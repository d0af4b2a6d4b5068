import { describe, expect, it } from 'vitest';
import { intlTables } from '../../../build/intl-tables';
import { intlOf } from './intl';

const ours = intlOf(intlTables());
const counts = [
  ...Array.from({ length: 250 }, (_, n) => n),
  1000,
  8848,
  1_000_000,
  3_000_000,
  1.5,
  2.5,
  103.5,
];

describe('the Intl of rendered pages', () => {
  it.each(['en', 'fr', 'ar'])('has the plural rules of Node: %s', (language) => {
    const rules = new Intl.PluralRules(language);
    for (const count of counts)
      expect([count, new ours.PluralRules(language).select(count)]).toEqual([
        count,
        rules.select(count),
      ]);
    expect(new Set(new ours.PluralRules(language).resolvedOptions().pluralCategories)).toEqual(
      new Set(rules.resolvedOptions().pluralCategories),
    );
  });

  it('writes days and months like Node', () => {
    const days = Array.from({ length: 400 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day, 23)));
    for (const day of days) {
      const utc = { timeZone: 'UTC' };
      expect(new ours.DateTimeFormat('en-GB', utc).format(day)).toBe(
        new Intl.DateTimeFormat('en-GB', utc).format(day),
      );
      for (const locale of ['en-GB', 'fr', 'ar-MA'])
        expect(new ours.DateTimeFormat(locale, { ...utc, month: 'long' }).format(day)).toBe(
          new Intl.DateTimeFormat(locale, { ...utc, month: 'long' }).format(day),
        );
    }
  });

  it.each(['en', 'fr', 'ar'])('names countries and languages like Node: %s', (language) => {
    const regions = new ours.DisplayNames(language, { type: 'region' });
    const named = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of ['MA', 'NP', 'US', 'ZZ', 'QQ', 'AQ'])
      expect(regions.of(code)).toBe(named.of(code));
    const languages = new Intl.DisplayNames(language, { type: 'language' });
    for (const code of ['en', 'fr', 'ar'])
      expect(new ours.DisplayNames(language, { type: 'language' }).of(code)).toBe(
        languages.of(code),
      );
  });

  it('refuses what it does not know', () => {
    expect(() => new ours.DateTimeFormat('en-GB')).toThrow('UTC');
    expect(() => new ours.PluralRules('de')).toThrow('no locale de');
    expect(() => new ours.PluralRules('en', { type: 'ordinal' })).toThrow('ordinal');
  });
});
