import './globals';
import { publicQuery } from '@/shared/api/public-data';
import { fillCache, newQueryClient, type DehydratedState } from '@/shared/app/dehydrated-state';
import { routeOf } from '@/site/app/page-modules';
import { headOf, renderApp } from '@/site/app/render-app';
import { unpackLines } from '@/shared/art/kept-lines';
import { defaultSettings, readSettings, type Settings } from '@/shared/settings/settings';
import type { Language } from '@/shared/i18n/language';

/**
 * A rendered page, as the Go program puts it into a document (client/site/render): with the names of the settings that
 * it shows, and their values.
 */
type Rendered = { head: string; app: string; uses: string[]; values: string };

let answer: Promise<void> | undefined;
let rendered: Rendered | undefined;
let failure: unknown;

/**
 * The functions that the Go program calls: `start` once, then for each page `render`, the pending jobs, and `take`; and
 * `settings`.
 */
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

  /** The values of some settings, from the rows of the table: a page that shows no others is the same with the same values. */
  settings: (rows: string, names: string): string =>
    valuesOf(readSettings(JSON.parse(rows)), JSON.parse(names)),
});

async function render(
  pathname: string,
  language: Language,
  state: DehydratedState,
): Promise<Rendered> {
  const queries = newQueryClient();
  fillCache(queries, state);
  const rows = queries.getQueryData(publicQuery('settings').queryKey);
  const uses = new Set<string>();
  const onSettingRead = (name: string) => void uses.add(name);
  const visit = { route: routeOf(pathname), pathname, language, onSettingRead };
  const html = await renderApp(visit, queries);
  queries.clear();
  const head = headOf(html);
  const app = html.slice(head.length);
  const settings = rows === undefined ? defaultSettings : readSettings(rows);
  return { head, app, uses: [...uses], values: valuesOf(settings, [...uses]) };
}

const valuesOf = (settings: Settings, names: string[]): string =>
  // The names are those that onSettingRead was told.
  JSON.stringify(names.map((name) => settings[name as keyof Settings]));
