import { useSyncExternalStore } from 'react';

/** A value outside of React that components follow. */
export function store<T>(first: T) {
  let current = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const get = () => current;
  return {
    get,
    set: (next: T) => {
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

/** A text that the browser keeps; '' without one, or where its storage is off. */
export function kept(storage: () => Storage, key: string): string {
  try {
    return storage().getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Has the browser keep a text, where its storage is on. */
export function keep(storage: () => Storage, key: string, text: string): void {
  try {
    storage().setItem(key, text);
  } catch {
    // Without storage the text lives as long as the page.
  }
}
