import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const key = 'toubkal-console-theme';
const order: Theme[] = ['system', 'light', 'dark'];
const listeners = new Set<() => void>();
let current: Theme = stored();
apply();

function stored(): Theme {
  try {
    return order.find((theme) => theme === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system'; // storage may be off
  }
}

function apply(): void {
  document.documentElement.style.colorScheme = current === 'system' ? 'light dark' : current;
}

export function cycleTheme(): void {
  current = order[(order.indexOf(current) + 1) % order.length] ?? 'system';
  try {
    localStorage.setItem(key, current);
  } catch {
    // Storage may be off.
  }
  apply();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
