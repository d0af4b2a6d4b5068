import { parseJSON } from '@/ui/storage';
import { createPersistedStore, useStore, type Store } from '@/ui/store';

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

const stores = new Map<string, Store<SavedView[]>>();

function storeOf(screen: string): Store<SavedView[]> {
  const store =
    stores.get(screen) ??
    // The key of earlier releases, under which browsers hold views.
    createPersistedStore({ key: `desk.views.${screen}`, parse: parsed });
  stores.set(screen, store);
  return store;
}

/** The saved views of a screen in this browser, with functions to save and remove one. */
export function useSavedViews(screen: string) {
  const store = storeOf(screen);
  const views = useStore(store);
  const others = (name: string) => store.get().filter((view) => view.name !== name);
  return {
    views,
    save: (view: SavedView) => store.set([...others(view.name), view]),
    remove: (name: string) => store.set(others(name)),
  };
}

function parsed(text: string | null): SavedView[] {
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
