import { afterEach, describe, expect, it, vi } from 'vitest';
import { expeditions } from '@tests/seeds';
import { countryName } from './country';
import { languages } from './language';

afterEach(() => void vi.restoreAllMocks());

describe('countryName', () => {
  it.each(languages)('names countries like Intl: %s', (language) => {
    const intl = new Intl.DisplayNames(language, { type: 'region' });
    for (const code of ['AQ', 'AR', 'FR', 'ID', 'MA', 'NP', 'PK', 'RU', 'TZ', 'US', 'CH'])
      expect(countryName(code, '-', language)).toBe(intl.of(code));
  });

  it('has the fallback for what is no country', () => {
    for (const code of [null, '', 'np', 'QQ']) expect(countryName(code, 'Asia', 'en')).toBe('Asia');
  });

  it('constructs nothing of Intl for the mountains of the site: the first one takes long', () => {
    const constructed = vi.spyOn(Intl, 'DisplayNames');
    for (const { flag, country } of expeditions) countryName(flag, country, 'fr');
    expect(constructed).not.toHaveBeenCalled();
  });
});
