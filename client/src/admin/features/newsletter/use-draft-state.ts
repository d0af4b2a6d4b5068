import { useStore } from '@/shared/ui/store';
import type { NewsletterDraft, NewsletterStore } from './newsletter-store';

/** Selects a part of the editor state. `select` must return the same value for the same state. */
export const useDraftState = <T>(
  store: NewsletterStore,
  select: (state: NewsletterDraft) => T,
): T => useStore(store.store, select);
