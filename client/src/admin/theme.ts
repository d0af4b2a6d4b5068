import { createPersistedStore } from '@/ui/store';

/** The colour schemes of the back-office; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

const stored = createPersistedStore<Theme>({
  key: 'admin-theme', // public/theme.js reads it before the first paint
  parse: (text) => (isTheme(text) ? text : 'system'),
  format: (theme) => (theme === 'system' ? undefined : theme),
});

/** The chosen theme. It is applied to the document at each change, also by another tab. */
export const chosenTheme = {
  ...stored,
  subscribe: (listener: () => void): (() => void) =>
    stored.subscribe(() => {
      apply(stored.get());
      listener();
    }),
  set: (theme: Theme): void => {
    apply(theme);
    stored.set(theme);
  },
};

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
