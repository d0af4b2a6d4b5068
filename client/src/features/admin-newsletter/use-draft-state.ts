import { useSyncExternalStore } from 'react';
import type { NewsletterDraft, NewsletterStore } from './newsletter-store';

/** Selects a part of the editor state. `select` must return the same value for the same state. */
export const useDraftState = <T>(
  store: NewsletterStore,
  select: (state: NewsletterDraft) => T,
): T => useSyncExternalStore(store.subscribe, () => select(store.state()));
