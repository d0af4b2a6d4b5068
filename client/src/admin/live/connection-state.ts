/**
 * `starting` until it is known; `live` while the server tells of every change; `apart` while it cannot,
 * and the lists ask by themselves.
 */
export type ConnectionState = 'starting' | 'live' | 'disconnected';

// Outside React: the one channel of the page sets it, every list reads it.
let state: ConnectionState = 'starting';
const listeners = new Set<() => void>();

export function setConnectionState(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  listeners.forEach((listener) => listener());
}

/** The state as a store for useSyncExternalStore. */
export const connectionState = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): ConnectionState => state,
};
