import { useEffect } from 'react';
import { switchLanguage, useLanguage } from '@/shared/i18n';
import { directionOf, isLanguageByDefault } from '@/shared/i18n/language';
import { offers } from '@/shared/i18n/offers';
import { CloseIcon } from '@/shared/ui/icons';
import { createStore, useStore } from '@/shared/ui/store';
import { currentOffer, endOffer, type Offer } from './offer';

/** Offers the page in the browser's language to users who got English by default. */
export function LanguageHint() {
  const language = useLanguage();
  const offer = useOffer();
  // A user who has switched the language needs no hint any more.
  useEffect(() => {
    if (language !== 'en') closeOffer();
  }, [language]);
  return offer === undefined || language !== 'en' ? null : <Hint offer={offer} />;
}

function Hint({ offer }: { offer: Offer }) {
  const { text, action, close } = offers[offer];
  return (
    <aside
      lang={offer}
      dir={directionOf(offer)}
      aria-label={text}
      className="fixed inset-s-4 bottom-4 z-40 flex max-w-[calc(100vw-6rem)] items-start gap-2 rounded-block border-s-4 border-accent bg-raised py-2 ps-5 pe-1 text-ink shadow-[0_0_0_1px_var(--color-line)] rise md:bottom-8"
    >
      <div>
        <p className="pt-2 text-small">{text}</p>
        <button
          type="button"
          onClick={() => void switchLanguage(offer)}
          className="min-h-11 text-small font-medium text-accent underline underline-offset-6"
        >
          {action}
        </button>
      </div>
      <button
        type="button"
        aria-label={close}
        onClick={closeOffer}
        className="grid size-11 shrink-0 place-items-center"
      >
        <CloseIcon />
      </button>
    </aside>
  );
}

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
function closeOffer(): void {
  endOffer();
  store.set({ isDetermined: true, offer: undefined });
}

/** The language to offer; undefined in the server-rendered page. */
const useOffer = (): Offer | undefined => useStore(offered, ({ offer }) => offer);
