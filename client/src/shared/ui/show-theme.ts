/** The key of the local storage, and the attribute of the document's element, with the chosen theme. */
export const themeKey = 'theme';

/**
 * Applies a theme to the document: data-theme, which base.css reads, and the theme-color of the browser's own
 * bars. Anything but light or dark follows the system. The build inlines the source of this function into the
 * documents (build/theme-script.ts), so it refers to nothing outside itself.
 */
export function showTheme(theme: string | null): void {
  const isChosen = theme === 'light' || theme === 'dark';
  if (isChosen) document.documentElement.dataset['theme'] = theme;
  else delete document.documentElement.dataset['theme'];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const { scheme } = meta.dataset;
    const media = scheme === theme ? 'all' : 'not all';
    meta.setAttribute('media', isChosen ? media : `(prefers-color-scheme: ${scheme})`);
  }
}
