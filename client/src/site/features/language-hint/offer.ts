import { isLanguage, type Language } from '@/shared/i18n/language';
import { localStore } from '@/shared/api/storage';

export type Offer = Exclude<Language, 'en'>;

const key = 'lang-offer';

/** The preferred language of the site, by the languages of the browser; undefined if it is English. */
export function offerFor(accepted: readonly string[]): Offer | undefined {
  const known = accepted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage);
  return isOffer(known) ? known : undefined;
}

/**
 * The language to offer. It is determined on the first page of a user with the default language, and
 * stored until it is accepted or dismissed.
 */
export function currentOffer(byDefault: boolean, accepted: readonly string[]): Offer | undefined {
  const stored = localStore.readText(key);
  if (stored !== null) return isOffer(stored) ? stored : undefined;
  const offer = byDefault ? offerFor(accepted) : undefined;
  // No offer without storage: it could not be dismissed.
  return localStore.writeText(key, offer) ? offer : undefined;
}

/** Dismisses the offer permanently. */
export const endOffer = (): void => void localStore.writeText(key, 'done');

const isOffer = (value: unknown): value is Offer => value === 'fr' || value === 'ar';
