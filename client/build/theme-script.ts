import { minifySync, type Plugin } from 'vite';
import { showTheme, themeKey } from '../src/shared/ui/show-theme.ts';

const mark = '<!--theme-->';

/** Applies the stored theme. Without storage, as in some private windows, the system decides. */
const script = `try{(${String(showTheme)})(localStorage.getItem(${JSON.stringify(themeKey)}))}catch{}`;

/**
 * Inlines a script into the documents that applies the chosen theme before the first paint: the scripts of
 * the build are modules, which run after it. The server lets it through by its hash
 * (client/site/document.go).
 */
export const themeScript = (): Plugin => ({
  name: 'toubkal-theme-script',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => {
      if (!html.includes(mark)) throw new Error(`a document lacks ${mark}`);
      return html.replace(
        mark,
        () => `<script>${minifySync('theme.js', script).code.trim()}</script>`,
      );
    },
  },
});
