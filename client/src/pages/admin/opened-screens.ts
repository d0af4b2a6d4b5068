import { createElement, type ReactElement } from 'react';
import { loadWords } from '../../i18n';
import type { Language } from '../../i18n/language';
import type { Screen } from './screens';

/** A screen whose script or words did not arrive. */
export class ScreenMissing extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} could not be loaded`, { cause });
    this.name = 'ScreenMissing';
  }
}

const opening = new Map<string, Promise<ReactElement>>();
const listeners = new Set<() => void>();
let underWay = 0; // those that somebody waits for, or may: a screen fetched ahead counts too

/** Brings a screen and its words, once. Rejects with ScreenMissing; then forgetScreen lets it try again. */
export function openScreen(screen: Screen, language: Language): Promise<ReactElement> {
  const known = opening.get(screen.path);
  if (known !== undefined) return known;
  const arriving = fetchScreen(screen, language);
  opening.set(screen.path, arriving);
  return arriving;
}

/** Forgets a screen that did not arrive. */
export const forgetScreen = ({ path }: Screen): void => void opening.delete(path);

/** Brings a screen ahead of its visit; a failure shows when it is visited. */
export function prefetchScreen(screen: Screen, language: Language): void {
  if (opening.has(screen.path)) return;
  openScreen(screen, language).catch(() => forgetScreen(screen));
}

async function fetchScreen(screen: Screen, language: Language): Promise<ReactElement> {
  count(1);
  try {
    const [page] = await Promise.all([screen.page(), loadWords(language, screen.words)]);
    return createElement(page);
  } catch (error) {
    throw new ScreenMissing(screen.path, error);
  } finally {
    count(-1);
  }
}

// Told a moment later: a screen begins to open while React renders, when nothing may be told.
function count(change: number): void {
  underWay += change;
  queueMicrotask(() => listeners.forEach((listener) => listener()));
}

/** A store of whether any screen is on its way, for useSyncExternalStore. */
export const screensUnderWay = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => underWay > 0,
};
