import { showTheme, themeKey } from './show-theme';
import { createPersistedStore } from './store';

/** The colour schemes of the site and of the back-office; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

const stored = createPersistedStore<Theme>({
  key: themeKey, // the inlined script reads it before the first paint (build/theme-script.ts)
  parse: (text) => (isTheme(text) ? text : 'system'),
  format: (theme) => (theme === 'system' ? undefined : theme),
});

/** The chosen theme. It is applied to the document at each change, also by another tab. */
export const chosenTheme = {
  ...stored,
  subscribe: (listener: () => void): (() => void) =>
    stored.subscribe(() => {
      showTheme(stored.get());
      listener();
    }),
  set: (theme: Theme): void => {
    showTheme(theme);
    stored.set(theme);
  },
};
