import { useSyncExternalStore } from 'react';
import { localStore, type SafeStorage } from '@/shared/api/storage';

type Source<T> = {
  /** Calls a listener at each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
  get: () => T;
  /** The value of the server-rendered page and of its hydration. */
  initial: T;
};

/** A value outside React. */
export type Store<T> = Source<T> & { set: (next: T) => void };

/** `start` runs at the first listener; what it returns runs after the last one. */
export function createStore<T>(initial: T, start?: () => () => void): Store<T> {
  let value = initial;
  const { subscribe, notify } = createListeners(start);
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    value = next;
    notify();
  };
  return { initial, get: () => value, set, subscribe };
}

type Stored<T> = {
  initial: T;
  /** Reads the stored text; null if there is none. */
  read: () => string | null;
  parse: (text: string | null) => T;
};

/**
 * A value that is parsed from the browser's storage; changes by other tabs call the listeners. `get` returns
 * the same value while the text is the same. After a write of this tab, `notify` calls the listeners.
 */
export function createStorageStore<T>({ initial, read, parse }: Stored<T>) {
  let last: { text: string | null; value: T } = { text: null, value: initial };
  const { subscribe, notify } = createListeners(() => {
    window.addEventListener('storage', notify);
    return () => window.removeEventListener('storage', notify);
  });
  const get = (): T => {
    const text = read();
    if (text !== last.text) last = { text, value: parse(text) };
    return last.value;
  };
  return { initial, get, subscribe, notify };
}

type Persisted<T> = {
  key: string;
  /** Parses the stored text; null if there is none. */
  parse: (text: string | null) => T;
  /** The text to store; undefined removes it. Defaults to JSON. */
  format?: (value: T) => string | undefined;
  /** Defaults to the local storage, which the tabs share. */
  storage?: SafeStorage;
};

/** A store with one key of the browser's storage. Without storage the value lives as long as the page. */
export function createPersistedStore<T>(options: Persisted<T>): Store<T> {
  const { key, parse, format = JSON.stringify, storage = localStore } = options;
  let unstored: string | null = null;
  const read = () => storage.readText(key) ?? unstored;
  const { notify, ...source } = createStorageStore({ initial: parse(null), read, parse });
  const set = (value: T) => {
    const text = format(value);
    unstored = storage.writeText(key, text) ? null : (text ?? null);
    notify();
  };
  return { ...source, set };
}

/** `start` runs at the first listener; what it returns runs after the last one. */
function createListeners(start?: () => () => void) {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  const notify = () => listeners.forEach((listener) => listener());
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) stop = start?.();
    listeners.add(listener);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) stop?.();
    };
  };
  return { notify, subscribe };
}

/** The value of a store, or what `select` picks: the same part for the same value. */
export function useStore<T>(store: Source<T>): T;
export function useStore<T, Part>(store: Source<T>, select: (value: T) => Part): Part;
export function useStore<T, Part>(store: Source<T>, select?: (value: T) => Part): T | Part {
  const pick = (value: T) => (select === undefined ? value : select(value));
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.initial),
  );
}
