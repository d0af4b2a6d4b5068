import type { Language } from '../src/shared/i18n/language.ts';

/** The parts of a document, besides the index.html that Vite built. */
export type Parts = {
  language: Language;
  /** The elements that React puts into the head. */
  head: string;
  /** The prerendered app. */
  app: string;
  /** Whether the browser renders the app again instead of hydrating it. */
  isClientRendered: boolean;
  /** Its stylesheets, to be inlined. */
  styles: { address: string; css: string }[];
  /** Address of the script that delays the others. */
  start: string;
  /** Addresses of scripts that the first render needs besides those of the entry. */
  scripts: string[];
  /** Addresses of the fonts above the fold. */
  fonts: string[];
};

const stylesheets = /\s*<link rel="stylesheet"[^>]*>/g;
const entry = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const modulePreloads = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;

/**
 * The prerendered document of a page. The server finds what the build rendered between marks, and replaces it by what
 * it has rendered with the rows of the tables (client/site/document.go). One small script with low priority loads the others after the first
 * paint (src/site/app/start.ts): they would compete with the document, and Lighthouse counts them as
 * render-blocking (GoogleChrome/lighthouse#17163).
 */
export function documentOf(shell: string, parts: Parts): string {
  const direction = parts.language === 'ar' ? 'rtl' : 'ltr';
  const renderMode = parts.isClientRendered ? ' data-render="client"' : '';
  // The script of the page loads the stylesheet once more. The service worker finds its address here, and keeps it for
  // a visit without a network.
  const styles = parts.styles.map(
    ({ address, css }) => `<style data-from="${address}">${css}</style>`,
  );
  return shell
    .replace(entry, '')
    .replace(modulePreloads, '')
    .replace('<html lang="en" dir="ltr">', `<html lang="${parts.language}" dir="${direction}">`)
    .replace(stylesheets, '')
    .replace('<!--head-->', () =>
      [built('head', parts.head), preloads(parts), ...styles, '<!--head-->'].join('\n    '),
    )
    .replace('<div id="root"><!--app--></div>', () =>
      built('app', `<div id="root"${renderMode}>${parts.app}</div>`),
    )
    .replace('<!--data-->', () => `<!--data-->\n    ${starter(shell, parts)}`);
}

const built = (what: 'head' | 'app', html: string): string =>
  `<!--built ${what}-->${html}<!--/built-->`;

const starter = (shell: string, { start, scripts }: Parts): string => {
  const [, first] = entry.exec(shell) ?? [];
  if (first === undefined) throw new Error('the shell has no entry');
  const others = [...shell.matchAll(modulePreloads)].map(([, script]) => script);
  const all = [first, ...others, ...scripts].join(' ');
  return `<script type="module" fetchpriority="low" src="${start}" data-scripts="${all}"></script>`;
};

/** Gives the scripts of index.html a low priority, so that the translations are fetched first. */
export const withLowPriority = (shell: string): string =>
  shell
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

const preloads = ({ fonts }: Parts): string =>
  fonts
    .map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`)
    .join('\n    ');
