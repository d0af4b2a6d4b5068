/**
 * `starting` until the first connection; `live` while realtime delivers changes; `disconnected` while it
 * does not and the lists poll.
 */
export type ConnectionState = 'starting' | 'live' | 'disconnected';

// Outside React: the realtime channel sets it, every list reads it.
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
