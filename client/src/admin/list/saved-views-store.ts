import { useSyncExternalStore } from 'react';
import { localStore, parseJSON } from '../../ui/storage';

/** A way to look at a list that somebody has given a name: the query of its address. */
export type SavedView = { name: string; query: string };

// What an address has besides the view: the language, the open row, the page of the moment.
const passing = ['lang', 'open', 'page'];

/** What is looked at, without what is of the moment; '' where all of it is. */
export function viewQuery(params: URLSearchParams): string {
  const view = new URLSearchParams(params);
  for (const name of passing) view.delete(name);
  view.sort();
  return view.toString();
}

// The key of earlier releases, under which browsers hold views.
const keyOf = (screen: string) => `desk.views.${screen}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener); // another tab has saved one
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The views of a screen on this device, and what keeps and forgets them. */
export function useSavedViews(screen: string) {
  const stored = useSyncExternalStore(subscribe, () => readText(screen));
  const views = parsed(stored);
  const write = (next: SavedView[]) => {
    writeText(screen, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  const others = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    save: (view: SavedView) => write([...others(view.name), view]),
    remove: (name: string) => write(others(name)),
  };
}

// Without storage views are kept as long as the page is.
const unstored = new Map<string, string>();

const readText = (screen: string): string =>
  localStore.readText(keyOf(screen)) ?? unstored.get(screen) ?? '[]';

function writeText(screen: string, text: string): void {
  if (!localStore.writeText(keyOf(screen), text)) unstored.set(screen, text);
}

function parsed(text: string): SavedView[] {
  const stored = parseJSON(text);
  return Array.isArray(stored) ? stored.filter(isView) : [];
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string';
