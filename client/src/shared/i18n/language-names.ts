import type { Language } from './language';

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
};

/** The name of a language in another: "French", "français", "الفرنسية". */
export const languageNameIn = (language: Language, inLanguage: Language): string =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(language) ?? language;
