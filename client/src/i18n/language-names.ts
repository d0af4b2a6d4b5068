import type { Language } from './language';

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
};

/** A language named in another: "French", "le français" without its article, "الفرنسية". */
export const languageNameIn = (language: Language, inLanguage: Language): string =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(language) ?? language;
