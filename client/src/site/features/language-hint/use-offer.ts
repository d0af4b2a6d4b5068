import { createStore, useStore } from '@/shared/ui/store';
import { isLanguageByDefault } from '@/shared/i18n/language';
import { currentOffer, endOffer, type Offer } from './offer';

// Outside React: the offer is determined once per page load, at the first read in a browser.
type State = { isDetermined: boolean; offer: Offer | undefined };
const store = createStore<State>({ isDetermined: false, offer: undefined });

const offered = {
  ...store,
  get: (): State => {
    if (!store.get().isDetermined) {
      const offer = currentOffer(isLanguageByDefault(), navigator.languages);
      store.set({ isDetermined: true, offer });
    }
    return store.get();
  },
};

/** Dismisses the offer permanently. */
export function closeOffer(): void {
  endOffer();
  store.set({ isDetermined: true, offer: undefined });
}

/** The language to offer; undefined in the prerendered page. */
export const useOffer = (): Offer | undefined => useStore(offered, ({ offer }) => offer);
