import './globals';
import { fillCache, newQueryClient, type DehydratedState } from '@/app/dehydrated-state';
import { routeOf } from '@/app/page-modules';
import { headOf, renderApp } from '@/app/render-app';
import { extractStyles } from '@/app/style-attributes';
import { unpackLines } from '@/art/kept-lines';
import type { Language } from '@/i18n/language';

/** A rendered page, as the Go program puts it into a document (client/site/render). */
type Rendered = { head: string; app: string; styles: string };

let answer: Promise<void> | undefined;
let rendered: Rendered | undefined;
let failure: unknown;

/** The functions that the Go program calls: `start` once, then for each page `render`, the pending jobs, and `take`. */
Object.assign(globalThis, {
  start: unpackLines,

  /** Begins to render a page with the rows of the server: the text of the state in the page. */
  render: (pathname: string, language: Language, state: string) => {
    rendered = undefined;
    failure = undefined;
    answer = render(pathname, language, JSON.parse(state)).then(
      (page) => void (rendered = page),
      (error: unknown) => void (failure = error),
    );
  },

  /** The page as JSON. Throws what rendering it threw. */
  take: (): string => {
    if (failure !== undefined) throw failure;
    if (answer === undefined || rendered === undefined)
      throw new Error('the page waits for something');
    return JSON.stringify(rendered);
  },
});

async function render(
  pathname: string,
  language: Language,
  state: DehydratedState,
): Promise<Rendered> {
  const queries = newQueryClient();
  fillCache(queries, state);
  const html = await renderApp({ route: routeOf(pathname), pathname, language }, queries);
  queries.clear();
  const head = headOf(html);
  const { html: app, css: styles } = extractStyles(html.slice(head.length));
  return { head, app, styles };
}
