import { sessionStore } from '@/ui/storage';
import type { FoundKind } from './use-found-rows';

/**
 * An entry opened from the palette. Its label may be a person's name: it is stored for the session only.
 */
export type Recent = { id: string; label: string; kind: FoundKind; to: string };

const storageKey = 'admin-recent';
const maxEntries = 5;

export function readRecent(): Recent[] {
  const stored = sessionStore.read(storageKey);
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

/** Adds an entry at the start and removes the oldest. */
export function rememberRecent(recent: Recent): void {
  const others = readRecent().filter(({ id }) => id !== recent.id);
  sessionStore.write(storageKey, [recent, ...others].slice(0, maxEntries));
}

/** For sign-out: the list must not reach the next user. */
export const forgetRecent = (): void => void sessionStore.write(storageKey, undefined);

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'kind', 'to'].every((name) => name in value);
