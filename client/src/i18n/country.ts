import type { Language } from './language';

/** The name of a country by its two-letter code; `fallback` if there is no code or no name. */
export function countryName(code: string | null, fallback: string, language: Language): string {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return fallback;
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code) ?? fallback;
}
