import { describe, expect, it } from 'vitest';
import { builtInSettings, readSettings } from './settings';

describe('readSettings', () => {
  it('is the built-in set where the table is empty', () => {
    expect(readSettings([])).toEqual(builtInSettings);
  });

  it('takes what the owner set', () => {
    const got = readSettings([
      { key: 'book.price_mad', value: 250 },
      { key: 'book.stock', value: 0 },
      { key: 'contact.email', value: 'hello@example.org' },
      { key: 'brand.name', value: { en: 'Her', fr: 'Elle', ar: 'هي' } },
      {
        key: 'hero.strip',
        value: [{ name: { en: 'K2' }, height_m: 8611, year: 2025, outcome: 'attempt' }],
      },
    ]);
    expect(got).toMatchObject({ priceMad: 250, stock: 0, email: 'hello@example.org' });
    expect(got.name.ar).toBe('هي');
    expect(got.strip).toEqual([
      { name: { en: 'K2', fr: 'K2', ar: 'K2' }, heightM: 8611, year: 2025, outcome: 'attempt' },
    ]);
  });

  it.each([
    { key: 'book.price_mad', value: 'free' },
    { key: 'brand.name', value: 'Her' },
    { key: 'figures', value: { started: 2011 } },
    { key: 'hero.strip', value: 'none' },
    { key: 'book.rating_baseline', value: null },
    { key: 'contact.phone', value: '' },
  ])('keeps the built-in value where $key is of another shape', (row) => {
    expect(readSettings([row])).toEqual(builtInSettings);
  });
});
