import type { FoundKind } from './use-found-rows';

/** Something that was opened from the palette. Its label may name a person: it is kept for the session only. */
export type Recent = { id: string; label: string; kind: FoundKind; to: string };

const storageKey = 'admin-recent';
const kept = 5;

export function readRecent(): Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Puts it first; the oldest goes. */
export function rememberRecent(recent: Recent): void {
  const others = readRecent().filter(({ id }) => id !== recent.id);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([recent, ...others].slice(0, kept)));
  } catch {
    // Without storage nothing is recent.
  }
}

/** Whoever comes next opened nothing of it. */
export function forgetRecent(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing is kept then.
  }
}

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label', 'kind', 'to'].every((name) => name in value);
