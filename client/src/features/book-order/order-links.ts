import { localPath } from '../../i18n/local-link';
import type { Language } from '../../i18n/language';

/** The path of the page of an order, with receipt and tracking. */
export const orderPage = (number: string, language: Language) =>
  localPath(`/confirmation?order=${encodeURIComponent(number)}`, language);
