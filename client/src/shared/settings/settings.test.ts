import { describe, expect, it } from 'vitest';
import { unnamed } from './setting-values';
import { settings } from '@tests/seeds';
import { defaultSettings, readSettings } from './settings';

describe('readSettings', () => {
  it('has a value for each setting of a seeded site', () => {
    const seeded = readSettings(settings);
    expect(seeded.rating.count).toBe(234);
    expect(seeded.strip).toHaveLength(5);
    expect(seeded.delivery.length).toBeGreaterThan(1);
    expect(seeded.portrait.ar).not.toBe('');
    expect(seeded.expeditionsNote?.en).toContain('indicative');
  });

  it('shows no rating, times and milestones that it does not know', () => {
    expect(defaultSettings).toMatchObject({ rating: { count: 0 }, delivery: [], strip: [] });
  });

  it('inserts the name into texts', () => {
    const rows = [
      { key: 'brand.name', value: { en: 'Amina', fr: 'Amina', ar: 'أمينة' } },
      { key: 'brand.portrait', value: { en: '{{name}} climbs. {{name}} writes.' } },
    ];
    expect(readSettings(rows).portrait).toEqual({
      en: 'Amina climbs. Amina writes.',
      fr: 'Amina climbs. Amina writes.',
      ar: 'أمينة climbs. أمينة writes.',
    });
  });

  it('has no name on a fresh site: the wordmark and a noun stand in', () => {
    expect(defaultSettings.name).toEqual({ en: '', fr: '', ar: '' });
    expect(defaultSettings.siteTitle.ar).toBe('Altitude 8848');
    expect(defaultSettings.namedAs.en).toBe('The mountaineer');
    const named = readSettings([{ key: 'brand.name', value: { en: 'Amina', ar: 'أمينة' } }]);
    expect(named.siteTitle).toEqual({ en: 'Amina', fr: 'Amina', ar: 'أمينة' });
    expect(named.namedAs.ar).toBe('أمينة');
  });

  it('names her in printed documents as on the pages while no name is set', async () => {
    const messages = await Promise.all([
      import('@/shared/i18n/en/print.json'),
      import('@/shared/i18n/fr/print.json'),
      import('@/shared/i18n/ar/print.json'),
    ]);
    expect(messages.map(({ default: print }) => print.unnamed)).toEqual([
      unnamed.en,
      unnamed.fr,
      unnamed.ar,
    ]);
  });

  it('is null for removed settings', () => {
    const got = readSettings([{ key: 'expeditions.note', value: null }]);
    expect([got.expeditionsNote, got.bookExcerpt, got.homeFilm]).toEqual([null, null, null]);
  });

  it('parses delivery times and skips malformed ones', () => {
    const city = { en: 'Rabat', fr: 'Rabat', ar: 'الرباط' };
    const value = [{ city: { ...city }, days: [1, 2] }, { city: { ...city }, days: [1] }, 'soon'];
    expect(readSettings([{ key: 'book.delivery', value }]).delivery).toEqual([
      { city, days: [1, 2] },
    ]);
  });

  it('uses the rows of the table', () => {
    const got = readSettings([
      { key: 'book.price_mad', value: 250 },
      { key: 'book.stock', value: 0 },
      { key: 'contact.email', value: 'hello@example.org' },
      { key: 'brand.name', value: { en: 'Her', fr: 'Elle', ar: 'هي' } },
      { key: 'video.home_film', value: 'https://youtu.be/dQw4w9WgXcQ' },
      {
        key: 'hero.strip',
        value: [{ name: { en: 'K2' }, height_m: 8611, year: 2025, outcome: 'attempt' }],
      },
    ]);
    expect(got).toMatchObject({ priceMad: 250, stock: 0, email: 'hello@example.org' });
    expect(got.name.ar).toBe('هي');
    expect(got.homeFilm).toBe('dQw4w9WgXcQ');
    expect(got.strip).toEqual([
      {
        slug: null,
        name: { en: 'K2', fr: 'K2', ar: 'K2' },
        heightM: 8611,
        year: 2025,
        outcome: 'attempt',
      },
    ]);
  });

  it('stores newsletter addresses by default', () => {
    expect(defaultSettings.newsletterSync).toBe(true);
    expect(readSettings([{ key: 'newsletter.sync', value: false }]).newsletterSync).toBe(false);
  });

  it.each([
    { key: 'book.price_mad', value: 'free' },
    { key: 'brand.name', value: 'Her' },
    { key: 'brand.name', value: null },
    { key: 'figures', value: { started: 2011 } },
    { key: 'hero.strip', value: 'none' },
    { key: 'book.rating_baseline', value: null },
    { key: 'contact.phone', value: '' },
    { key: 'video.home_film', value: 'soon' },
    { key: 'retreat', value: { start: '2025-11-07' } },
    { key: 'book.delivery', value: 'soon' },
  ])('uses the default for a malformed $key', (row) => {
    expect(readSettings([row])).toEqual(defaultSettings);
  });
});
