import { createElement, type ReactElement } from 'react';
import { createStore } from '@/shared/ui/store';
import { loadNamespaces } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import type { Screen } from './screens';

/** The script or the messages of a screen could not be loaded. */
export class ScreenLoadError extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} could not be loaded`, { cause });
    this.name = 'ScreenLoadError';
  }
}

type CacheEntry = { promise: Promise<ReactElement>; isAwaited: boolean };

const cache = new Map<string, CacheEntry>();

/** The number of screens that are loading. Prefetches do not count. */
export const pendingScreens = createStore(0);

/** Lazy-loads a screen and its messages, cached. Rejects with ScreenLoadError; evictScreen allows a retry. */
export function loadScreen(screen: Screen, language: Language): Promise<ReactElement> {
  const entry = cache.get(screen.path) ?? startLoading(screen, language);
  if (!entry.isAwaited) void trackPending(entry);
  return entry.promise;
}

/** Removes a screen that failed to load from the cache. */
export const evictScreen = ({ path }: Screen): void => void cache.delete(path);

/** Prefetches a screen. A failure is not cached. */
export function prefetchScreen(screen: Screen, language: Language): void {
  if (cache.has(screen.path)) return;
  startLoading(screen, language).promise.catch(() => evictScreen(screen));
}

function startLoading(screen: Screen, language: Language): CacheEntry {
  const entry = { promise: fetchScreen(screen, language), isAwaited: false };
  cache.set(screen.path, entry);
  return entry;
}

async function fetchScreen(screen: Screen, language: Language): Promise<ReactElement> {
  try {
    const [page] = await Promise.all([screen.page(), loadNamespaces(language, screen.namespaces)]);
    return createElement(page);
  } catch (error) {
    throw new ScreenLoadError(screen.path, error);
  }
}

async function trackPending(entry: CacheEntry): Promise<void> {
  entry.isAwaited = true;
  changePending(1);
  await Promise.allSettled([entry.promise]);
  changePending(-1);
}

// In a microtask: loadScreen is called during a render, when listeners must not set state.
function changePending(change: number): void {
  queueMicrotask(() => pendingScreens.set(pendingScreens.get() + change));
}
