import { useSyncExternalStore } from 'react';
import { isLanguageByDefault } from '../../i18n/language';
import { currentOffer, endOffer, type Offer } from './offer';

// One offer a visit, outside React: asked for once, when the first page is there.
let made: { offer: Offer | undefined } | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Offer | undefined {
  made ??= { offer: currentOffer(isLanguageByDefault(), navigator.languages) };
  return made.offer;
}

/** Takes the offer away for good. */
export function closeOffer(): void {
  endOffer();
  made = { offer: undefined };
  for (const listener of listeners) listener();
}

/** The language to offer; none while the page is rendered ahead, where no reader's wishes are known. */
export const useOffer = (): Offer | undefined =>
  useSyncExternalStore(subscribe, read, () => undefined);
