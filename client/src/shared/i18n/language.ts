// The build's configuration imports this file as Node does: with the extension.
import { localStore } from '../api/storage.ts';

/** The languages of the site, in the order in which the switch shows them. */
export const languages = ['en', 'fr', 'ar'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** The address takes precedence over the stored language; an unknown language is English. */
export function resolveLanguage(query: string | null, stored: string | null): Language {
  if (isLanguage(query)) return query;
  return isLanguage(stored) ? stored : 'en';
}

const storageKey = 'lang';
const cookieSeconds = 365 * 24 * 60 * 60;

let byDefault = false;

/** The language of this visit: `?lang=`, else what an earlier visit stored, else English. */
export function visitLanguage(): Language {
  const query = new URLSearchParams(window.location.search).get('lang');
  const stored = localStore.readText(storageKey);
  byDefault = !isLanguage(query) && !isLanguage(stored);
  return resolveLanguage(query, stored);
}

/** Whether this visit is in English by default: neither the address nor storage has a language. */
export const isLanguageByDefault = (): boolean => byDefault;

/** Writes the language to storage (for the next visit), the cookie (for the server) and the address (for shared links). */
export function rememberLanguage(language: Language): void {
  localStore.writeText(storageKey, language);
  document.cookie = `lang=${language}; path=/; max-age=${cookieSeconds}; samesite=lax`;
  writeToAddress(language);
}

/** Sets the language and the direction of the document: when its texts change, and not before. */
export function showLanguage(language: Language): void {
  const { documentElement } = document;
  // A server-rendered page has them: setting them again would compute the style of each element again.
  if (documentElement.lang !== language) documentElement.lang = language;
  if (documentElement.dir !== directionOf(language)) documentElement.dir = directionOf(language);
}

/** Sets the `lang` parameter without a new history entry; other parameters stay. */
export function writeToAddress(language: Language): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get('lang') === language) return;
  url.searchParams.set('lang', language);
  window.history.replaceState(window.history.state, '', url);
}
