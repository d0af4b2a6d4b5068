import { localStore } from '@/ui/storage';

/** The colour schemes of the back-office; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'admin-theme'; // public/theme.js reads it before the first paint
const listeners = new Set<() => void>();

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/** The chosen theme, as a store for useSyncExternalStore. */
export const chosenTheme = {
  subscribe: (listener: () => void): (() => void) => {
    const follow = () => apply(stored());
    listeners.add(listener);
    window.addEventListener('storage', follow); // another tab changed it
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', follow);
    };
  },
  get: (): Theme => {
    const { theme } = document.documentElement.dataset;
    return isTheme(theme) ? theme : 'system';
  },
};

/** Sets the theme and stores it. */
export function chooseTheme(theme: Theme): void {
  // Without storage it applies to this visit only.
  localStore.writeText(storageKey, theme === 'system' ? undefined : theme);
  apply(theme);
}

function stored(): Theme {
  const theme = localStore.readText(storageKey);
  return isTheme(theme) ? theme : 'system';
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  listeners.forEach((listener) => listener());
}
