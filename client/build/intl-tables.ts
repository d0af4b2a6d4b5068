import { languages } from '../src/shared/i18n/language.ts';
import type { IntlTables } from '../src/site/render/intl.ts';

const monthLocales = ['en-GB', 'fr', 'ar-MA'];

/** Locale data of src/site/render/intl.ts, taken from Node's Intl. */
export const intlTables = (): IntlTables => ({
  months: tableOf(monthLocales, (locale) => {
    const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)));
  }),
  regions: tableOf(languages, (language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return Object.fromEntries(
      regionCodes.flatMap((code) => {
        const name = names.of(code);
        return name === undefined ? [] : [[code, name]];
      }),
    );
  }),
  languages: tableOf(languages, (language) => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    return tableOf(languages, (named) => names.of(named) ?? named);
  }),
});

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const regionCodes = letters.flatMap((one) => letters.map((two) => one + two));

const tableOf = <T>(keys: readonly string[], valueOf: (key: string) => T): Record<string, T> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
