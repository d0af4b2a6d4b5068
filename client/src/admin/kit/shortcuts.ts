import {
  createContext,
  createElement,
  use,
  useEffect,
  useEffectEvent,
  useState,
  type ReactNode,
} from 'react';
import { createStore, useStore } from '@/shared/ui/store';
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

type Registry = { entries: readonly Entry[]; layers: readonly number[] };

/** The registered shortcuts, and the depths of the open layers. */
const registry = createStore<Registry>({ entries: [], layers: [] });

const Depth = createContext(0);

/** Registers a shortcut while the component is mounted and `run` is set. The last one registered wins. */
export function useShortcut(keys: string, label: string, run: (() => void) | undefined): void {
  const depth = use(Depth);
  const isOffered = run !== undefined;
  const onPress = useEffectEvent(() => run?.());
  useEffect(() => {
    if (!isOffered) return undefined;
    const entry: Entry = { keys, label, run: () => onPress(), depth };
    setEntries((entries) => [...entries, entry]);
    return () => setEntries((entries) => entries.filter((each) => each !== entry));
  }, [keys, label, isOffered, depth]);
}

/** Wraps a dialog or drawer: while it is mounted, only shortcuts inside it are active. */
export function ShortcutLayer({ children }: { children: ReactNode }): ReactNode {
  const [depth] = useState(() => Math.max(0, ...registry.get().layers) + 1);
  useEffect(() => {
    setLayers((layers) => [...layers, depth]);
    return () => setLayers((layers) => layers.filter((each) => each !== depth));
  }, [depth]);
  return createElement(Depth, { value: depth }, children);
}

/** The registered shortcuts. */
export const useShortcuts = (): readonly Shortcut[] => useStore(registry, ({ entries }) => entries);

/** The active shortcut for these keys. */
function shortcutFor(keys: string): Shortcut | undefined {
  const { entries, layers } = registry.get();
  return entries.findLast((entry) => entry.keys === keys && entry.depth === Math.max(0, ...layers));
}

function setLayers(change: (layers: readonly number[]) => readonly number[]): void {
  registry.set({ ...registry.get(), layers: change(registry.get().layers) });
}

let stopListening: (() => void) | undefined;

// One listener for all shortcuts, while there are any.
function setEntries(change: (entries: readonly Entry[]) => readonly Entry[]): void {
  const entries = change(registry.get().entries);
  registry.set({ ...registry.get(), entries });
  if (entries.length > 0) stopListening ??= listenForKeys((keys) => shortcutFor(keys)?.run);
  else {
    stopListening?.();
    stopListening = undefined;
  }
}
