import { keep, kept, store } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

const key = 'toubkal-console-theme';
const device = () => localStorage;
const order: Theme[] = ['system', 'light', 'dark'];
const current = store<Theme>(order.find((theme) => theme === kept(device, key)) ?? 'system');
apply();

function apply(): void {
  const theme = current.get();
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
}

export function cycleTheme(): void {
  const next = order[(order.indexOf(current.get()) + 1) % order.length] ?? 'system';
  current.set(next);
  keep(device, key, next);
  apply();
}

export const useTheme = current.use;
