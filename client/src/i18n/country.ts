import type { Language } from './language';

/** A country's name from its two-letter code; `otherwise` where there is no code or no name for it. */
export function countryName(code: string | null, otherwise: string, language: Language): string {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return otherwise;
  return (
    new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code) ?? otherwise
  );
}
