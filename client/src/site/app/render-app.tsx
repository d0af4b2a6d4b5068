import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { QueryClient } from '@tanstack/react-query';
import { StaticRouter } from 'react-router';
import { keptLines } from '@/shared/art/kept-lines';
import { StillLinesContext } from '@/shared/art/ridge-scene';
import { initI18n } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { SettingReads } from '@/shared/settings/use-settings';
import { loadSections } from '@/shared/ui/lazy';
import { loadPage } from './page-modules';
import { Providers } from '@/shared/app/providers';
import { PublicPages } from './public-pages';
import type { PublicRoute } from './routes';

type Visit = {
  route: PublicRoute;
  pathname: string;
  language: Language;
  /** Is told the name of each setting that the page reads. */
  onSettingRead?: (name: string) => void;
};

/**
 * Renders a page to HTML as the browser hydrates it: head elements first, then the app. It shows what the query
 * cache has. One at a time, since there is one current language.
 */
export async function renderApp(visit: Visit, queries: QueryClient): Promise<string> {
  const { route, pathname, language, onSettingRead } = visit;
  await initI18n(language, ['site']);
  await loadPage(route, language);
  const app = (
    <StrictMode>
      <StillLinesContext value={keptLines}>
        <SettingReads value={onSettingRead}>
          <Providers queries={queries}>
            <StaticRouter location={`${pathname}?lang=${language}`}>
              <PublicPages />
            </StaticRouter>
          </Providers>
        </SettingReads>
      </StillLinesContext>
    </StrictMode>
  );
  const html = renderToString(app);
  return (await loadSections()) ? renderToString(app) : html;
}

/** The title, meta and link elements that React renders first. */
export const headOf = (html: string): string =>
  /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
