import { useSyncExternalStore } from 'react';

/** The role as which statements run: owner, service_role, anon, or a user. */
export interface Actor {
  id: string;
  label: string;
}

export const actors: Actor[] = [
  { id: 'owner', label: 'owner' },
  { id: 'service_role', label: 'service_role' },
  { id: 'anon', label: 'anon' },
];

const key = 'toubkal-console-actor';
const listeners = new Set<() => void>();
let current: Actor = stored();

function stored(): Actor {
  try {
    const known: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (known && typeof known === 'object' && 'id' in known && 'label' in known) {
      return { id: String(known.id), label: String(known.label) };
    }
  } catch {
    // Storage may be off.
  }
  return { id: 'owner', label: 'owner' };
}

/** Each tab has its own, so that two tabs can compare two users. */
export function setActor(actor: Actor): void {
  current = actor;
  try {
    sessionStorage.setItem(key, JSON.stringify(actor));
  } catch {
    // Storage may be off.
  }
  for (const listener of listeners) listener();
}

export function useActor(): Actor {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

export const actorHeader = () => ({ 'Toubkal-As': current.id });
