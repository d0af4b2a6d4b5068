// Until when what came in was seen, in this browser: outside React, since the title of every page asks.
const storageKey = 'admin-seen-until';
const listeners = new Set<() => void>();

/** The moment as an ISO timestamp, as a store for useSyncExternalStore; undefined before the first visit. */
export const seenUntil = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    window.addEventListener('storage', listener); // seen in another tab
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
  get: (): string | undefined => {
    try {
      return localStorage.getItem(storageKey) ?? undefined;
    } catch {
      return undefined;
    }
  },
};

/** Takes all that came in up to this moment for seen. */
export function markSeen(until: string): void {
  try {
    localStorage.setItem(storageKey, until);
  } catch {
    // Without storage nothing is marked as new.
  }
  listeners.forEach((listener) => listener());
}
