import {
  createContext,
  createElement,
  use,
  useEffect,
  useEffectEvent,
  useState,
  type ReactNode,
} from 'react';
import { listenForKeys } from './shortcut-keys';

/*
 * The keys of what is on the screen now:
 *   useShortcut('j', t('next'), hasNext ? goToNext : undefined);
 *   useShortcut('g o', t('screens.bookOrders'), openOrders);   two keys, one after the other
 *   useShortcut('mod+s', t('save'), save);                     Ctrl, or the command key of a Mac
 * A key without mod is silent while something is typed. The help sheet shows what is registered.
 */

export type Shortcut = { keys: string; label: string; run: () => void };
type Entry = Shortcut & { depth: number };

let entries: readonly Entry[] = [];
let layers: readonly number[] = [];
const listeners = new Set<() => void>();

const Depth = createContext(0);

/** Offers a key while the caller is on the screen; not while `run` is undefined. The last one wins. */
export function useShortcut(keys: string, label: string, run: (() => void) | undefined): void {
  const depth = use(Depth);
  const isOffered = run !== undefined;
  const onPress = useEffectEvent(() => run?.());
  useEffect(() => {
    if (!isOffered) return undefined;
    const entry: Entry = { keys, label, run: () => onPress(), depth };
    setEntries([...entries, entry]);
    return () => setEntries(entries.filter((each) => each !== entry));
  }, [keys, label, isOffered, depth]);
}

/**
 * What a dialog or a drawer stands in: while it is on the screen only the keys of what is inside are
 * heard, and none of the page behind.
 */
export function ShortcutLayer({ children }: { children: ReactNode }): ReactNode {
  const [depth] = useState(() => Math.max(0, ...layers) + 1);
  useEffect(() => {
    layers = [...layers, depth];
    listeners.forEach((listener) => listener());
    return () => {
      layers = layers.filter((each) => each !== depth);
      listeners.forEach((listener) => listener());
    };
  }, [depth]);
  return createElement(Depth, { value: depth }, children);
}

/** The registry as a store, for useSyncExternalStore. */
export const shortcuts = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Shortcut[] => entries,
};

/** The shortcut of these keys that is heard now. */
const shortcutFor = (keys: string): Shortcut | undefined =>
  entries.findLast((entry) => entry.keys === keys && entry.depth === Math.max(0, ...layers));

let stopListening: (() => void) | undefined;

// One listener for all, while there is anything to hear.
function setEntries(next: readonly Entry[]): void {
  entries = next;
  if (next.length > 0) stopListening ??= listenForKeys((keys) => shortcutFor(keys)?.run);
  else {
    stopListening?.();
    stopListening = undefined;
  }
  listeners.forEach((listener) => listener());
}
