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
 * Keyboard shortcuts of the mounted components:
 *   useShortcut('j', t('next'), hasNext ? goToNext : undefined);
 *   useShortcut('g o', t('screens.bookOrders'), openOrders);   two keys, one after the other
 *   useShortcut('mod+s', t('save'), save);                     Ctrl, or the command key of a Mac
 * A key without mod is ignored while typing. The help sheet lists the registered shortcuts.
 */

export type Shortcut = { keys: string; label: string; run: () => void };
type Entry = Shortcut & { depth: number };

let entries: readonly Entry[] = [];
let layers: readonly number[] = [];
const listeners = new Set<() => void>();

const Depth = createContext(0);

/** Registers a shortcut while the component is mounted and `run` is set. The last one registered wins. */
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

/** Wraps a dialog or drawer: while it is mounted, only shortcuts inside it are active. */
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

/** The active shortcut for these keys. */
const shortcutFor = (keys: string): Shortcut | undefined =>
  entries.findLast((entry) => entry.keys === keys && entry.depth === Math.max(0, ...layers));

let stopListening: (() => void) | undefined;

// One listener for all shortcuts, while there are any.
function setEntries(next: readonly Entry[]): void {
  entries = next;
  if (next.length > 0) stopListening ??= listenForKeys((keys) => shortcutFor(keys)?.run);
  else {
    stopListening?.();
    stopListening = undefined;
  }
  listeners.forEach((listener) => listener());
}
