import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { settings } from '../api/built-in/settings.gen';
import type { PublicRows } from '../api/public-data';

/** What the server has put into the page: for each question the rows that answer it. */
export type DehydratedState = [key: QueryKey, rows: unknown[]][];

const minute = 60_000;

/**
 * The server state of one page. supabase-js already repeats failed reads itself; a second layer would
 * only multiply the waiting. A call is made without a network too: the service worker may answer it,
 * and what nobody answers fails in words instead of waiting in silence.
 */
export const newQueryClient = () =>
  new QueryClient({
    // A part of a page that could not be loaded is told here too: some parts then only stay away.
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.warn(`${queryKey.join(' ')}: ${error.message}`),
    }),
    defaultOptions: {
      queries: {
        staleTime: minute,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Reads the answers in the page; none under the Vite server, and where the text is not what we know. */
export function readDehydratedState(): DehydratedState {
  const text = document.getElementById('__DATA__')?.textContent ?? '[]';
  try {
    const data: unknown = JSON.parse(text);
    return Array.isArray(data) ? data.filter(isAnswer) : [];
  } catch {
    return [];
  }
}

const isAnswer = (entry: unknown): entry is DehydratedState[number] =>
  Array.isArray(entry) && Array.isArray(entry[0]) && Array.isArray(entry[1]);

/** Puts the answers into the cache. They are as fresh as the page. */
export function fillCache(queries: QueryClient, data: DehydratedState): void {
  for (const [key, rows] of data) queries.setQueryData(key, rows);
}

type SettingsRows = PublicRows['settings'];

/** The settings that a prerendered page shows: the built-in ones under the owner's two names. */
export function firstSettings(data: DehydratedState): SettingsRows {
  const served = data.find(([key]) => key[0] === 'settings')?.[1].filter(isSetting) ?? [];
  return underNames(served.filter(({ key }) => isName(key)));
}

/** The built-in settings with some of them replaced. */
export const underNames = (names: SettingsRows): SettingsRows => [
  ...settings.rows.filter(({ key }) => !names.some((own) => own.key === key)),
  ...names,
];

// The two settings that the server writes into a prerendered page.
const isName = (key: string) => key === 'brand.wordmark' || key === 'brand.name';

const isSetting = (row: unknown): row is SettingsRows[number] =>
  typeof row === 'object' && row !== null && 'key' in row && 'value' in row;
