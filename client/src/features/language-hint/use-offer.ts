import { useSyncExternalStore } from 'react';
import { isLanguageByDefault } from '@/i18n/language';
import { currentOffer, endOffer, type Offer } from './offer';

// Module state: the offer is determined once per page load.
let determined: { offer: Offer | undefined } | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Offer | undefined {
  determined ??= { offer: currentOffer(isLanguageByDefault(), navigator.languages) };
  return determined.offer;
}

/** Dismisses the offer permanently. */
export function closeOffer(): void {
  endOffer();
  determined = { offer: undefined };
  for (const listener of listeners) listener();
}

/** The language to offer; undefined in the prerendered page. */
export const useOffer = (): Offer | undefined =>
  useSyncExternalStore(subscribe, read, () => undefined);
