import type { Language } from './language';

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
};
