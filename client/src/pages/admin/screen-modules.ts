import { createElement, type ReactElement } from 'react';
import { loadNamespaces } from '../../i18n';
import type { Language } from '../../i18n/language';
import type { Screen } from './screens';

/** A screen whose script or words did not arrive. */
export class ScreenMissing extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} could not be loaded`, { cause });
    this.name = 'ScreenMissing';
  }
}

type Opening = { arriving: Promise<ReactElement>; isWaitedFor: boolean };

const opening = new Map<string, Opening>();
const listeners = new Set<() => void>();
let waitedFor = 0;

/** Brings a screen and its words, once. Rejects with ScreenMissing; then forgetScreen lets it try again. */
export function openScreen(screen: Screen, language: Language): Promise<ReactElement> {
  const known = opening.get(screen.path) ?? begin(screen, language);
  if (!known.isWaitedFor) void countWhile(known);
  return known.arriving;
}

/** Forgets a screen that did not arrive. */
export const forgetScreen = ({ path }: Screen): void => void opening.delete(path);

/** Fetches a screen anew that did not arrive; openScreen then has it at once. Rejects as openScreen does. */
export function refetchScreen(screen: Screen, language: Language): Promise<ReactElement> {
  forgetScreen(screen);
  return begin(screen, language).arriving;
}

/** Brings a screen ahead of its visit; a failure shows when it is visited. */
export function prefetchScreen(screen: Screen, language: Language): void {
  if (opening.has(screen.path)) return;
  begin(screen, language).arriving.catch(() => forgetScreen(screen));
}

function begin(screen: Screen, language: Language): Opening {
  const begun = { arriving: fetchScreen(screen, language), isWaitedFor: false };
  opening.set(screen.path, begun);
  return begun;
}

async function fetchScreen(screen: Screen, language: Language): Promise<ReactElement> {
  try {
    const [page] = await Promise.all([screen.page(), loadNamespaces(language, screen.words)]);
    return createElement(page);
  } catch (error) {
    throw new ScreenMissing(screen.path, error);
  }
}

async function countWhile(begun: Opening): Promise<void> {
  begun.isWaitedFor = true;
  count(1);
  await Promise.allSettled([begun.arriving]);
  count(-1);
}

// Told a moment later: a screen begins to open while React renders, when nothing may be told.
function count(change: number): void {
  waitedFor += change;
  queueMicrotask(() => listeners.forEach((listener) => listener()));
}

/** A store of whether somebody waits for a screen, for useSyncExternalStore. */
export const screensUnderWay = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => waitedFor > 0,
};
