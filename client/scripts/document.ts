import type { Language } from '../src/i18n/language.ts';

/** What a document is made of, besides the shell that Vite built. */
export type Parts = {
  language: Language;
  /** The elements that React puts into the head. */
  head: string;
  /** The app as React rendered it. */
  app: string;
  /** Whether the browser renders it anew instead of taking it over. */
  isRenderedAnew: boolean;
  /** The stylesheets that it needs: where they are, and what they say. */
  styles: { address: string; css: string }[];
  /** Address of the script that lets the others wait. */
  start: string;
  /** Addresses of scripts that the first render needs besides the entry's own. */
  scripts: string[];
  /** Addresses of the fonts above the fold. */
  fonts: string[];
};

const stylesheets = /\s*<link rel="stylesheet"[^>]*>/g;
const entry = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const modulePreloads = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;

/**
 * The whole document of a page: readable before any script. One small script comes with low priority
 * and fetches the others when the page has been painted (src/app/start.ts): they would share the line
 * with it, and Lighthouse counts them as if they held it up (GoogleChrome/lighthouse#17163).
 */
export function documentOf(shell: string, parts: Parts): string {
  const direction = parts.language === 'ar' ? 'rtl' : 'ltr';
  const anew = parts.isRenderedAnew ? ' data-render="client"' : '';
  return shell
    .replace(entry, '')
    .replace(modulePreloads, '')
    .replace('<html lang="en" dir="ltr">', `<html lang="${parts.language}" dir="${direction}">`)
    .replace(stylesheets, '')
    .replace('<!--head-->', () =>
      [parts.head, preloads(parts), ...parts.styles.map(inlined), '<!--head-->'].join('\n    '),
    )
    .replace('<div id="root"><!--app-->', () => `<div id="root"${anew}>${parts.app}`)
    .replace('<!--data-->', () => `<!--data-->\n    ${starter(shell, parts)}`);
}

const starter = (shell: string, { start, scripts }: Parts): string => {
  const [, first] = entry.exec(shell) ?? [];
  if (first === undefined) throw new Error('the shell has no entry');
  const others = [...shell.matchAll(modulePreloads)].map(([, script]) => script);
  const all = [first, ...others, ...scripts].join(' ');
  return `<script type="module" fetchpriority="low" src="${start}" data-scripts="${all}"></script>`;
};

/** Lets the scripts of a shell, which has nothing to be seen yet, leave the line to its words. */
export const patient = (shell: string): string =>
  shell
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

// The link stays without being fetched: Vite's loader looks for it before it would fetch the file with
// each page's script, and the page has it all already.
const inlined = ({ address, css }: Parts['styles'][number]): string =>
  `<style>${css}</style><link rel="stylesheet" disabled crossorigin href="${address}">`;

const preloads = ({ fonts }: Parts): string =>
  fonts
    .map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`)
    .join('\n    ');
