import { parseJSON, sessionStore } from '@/shared/api/storage';
import { createPersistedStore } from '@/shared/ui/store';
import type { FoundKind } from './use-found-rows';

/**
 * An entry opened from the palette. Its label may be a person's name: it is stored for the session only.
 */
export type Recent = { id: string; label: string; kind: FoundKind; to: string };

const maxEntries = 5;

const recentEntries = createPersistedStore<Recent[]>({
  key: 'admin-recent',
  storage: sessionStore,
  parse: (text) => {
    const stored = parseJSON(text);
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  },
});

export const readRecent = (): Recent[] => recentEntries.get();

/** Adds an entry at the start and removes the oldest. */
export function rememberRecent(recent: Recent): void {
  const others = readRecent().filter(({ id }) => id !== recent.id);
  recentEntries.set([recent, ...others].slice(0, maxEntries));
}

/** For sign-out: the list must not reach the next user. */
export const forgetRecent = (): void => recentEntries.set([]);

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['id', 'label', 'kind', 'to'].every((name) => name in value)
  );
}
