import { localPath } from '../../i18n/local-link';
import type { Language } from '../../i18n/language';

/** The page of an order: its receipt and how far it has come. */
export const orderPage = (number: string, language: Language) =>
  localPath(`/confirmation?order=${encodeURIComponent(number)}`, language);
