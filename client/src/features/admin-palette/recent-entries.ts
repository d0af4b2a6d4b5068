import { sessionStore } from '../../ui/storage';
import type { FoundKind } from './use-found-rows';

/** Something that was opened from the palette. Its label may name a person: it is kept for the session only. */
export type Recent = { id: string; label: string; kind: FoundKind; to: string };

const storageKey = 'admin-recent';
const maxEntries = 5;

export function readRecent(): Recent[] {
  const stored = sessionStore.read(storageKey);
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

/** Puts it first; the oldest goes. */
export function rememberRecent(recent: Recent): void {
  const others = readRecent().filter(({ id }) => id !== recent.id);
  sessionStore.write(storageKey, [recent, ...others].slice(0, maxEntries));
}

/** The next user of this browser opened nothing of it. */
export const forgetRecent = (): void => void sessionStore.write(storageKey, undefined);

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'kind', 'to'].every((name) => name in value);
