import type { Language } from './language';

/** The hint that offers another language if the user has not chosen one; each in that language. */
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
