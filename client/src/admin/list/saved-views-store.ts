import { useSyncExternalStore } from 'react';
import { localStore, parseJSON } from '@/ui/storage';

/** A saved view: the query string of a list under a name. */
export type SavedView = { name: string; query: string };

// The URL parameters that do not belong to the view: the language, the open row, the page.
const passing = ['lang', 'open', 'page'];

/** The query string of the view, without the parameters above; '' for the default view. */
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
  window.addEventListener('storage', listener); // another tab saved a view
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The saved views of a screen in this browser, with functions to save and remove one. */
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

// Without storage, views live as long as the page.
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
