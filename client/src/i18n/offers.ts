import type { Language } from './language';

/** What a reader is told who has not chosen a language: each in the language that it offers. */
export const offers: Record<
  Exclude<Language, 'en'>,
  { text: string; action: string; close: string }
> = {
  fr: {
    text: 'Cette page existe en français',
    action: 'Lire en français',
    close: 'Fermer',
  },
  ar: {
    text: 'هذه الصفحة متاحة بالعربية',
    action: 'اقرأها بالعربية',
    close: 'إغلاق',
  },
};
