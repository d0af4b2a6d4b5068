import type { Language } from '@/shared/i18n/language';
import { localPath } from '@/shared/ui/local-link';

/** The path of the page of an order, with receipt and tracking. */
export const orderPage = (number: string, language: Language) =>
  localPath(`/confirmation?order=${encodeURIComponent(number)}`, language);

/** Wraps text in a left-to-right isolate (U+2066, U+2069), like <bdi dir=ltr>, for Arabic sentences. */
export const isolated = (text: string) => `\u2066${text}\u2069`;
