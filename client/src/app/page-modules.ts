import { createElement, type ReactElement } from 'react';
import { matchPath } from 'react-router';
import { loadWords } from '../i18n';
import type { Language } from '../i18n/language';
import { notFoundRoute, publicRoutes, type PublicRoute } from './routes';

const opened = new Map<string, ReactElement>();

/** The route of an address; the one of unknown pages where there is none. */
export const routeOf = (pathname: string): PublicRoute =>
  publicRoutes.find(({ path }) => matchPath(path, pathname) !== null) ?? notFoundRoute;

/** Brings a page and its words; one that is here already costs nothing. Rejects without a network. */
export async function loadPage(route: PublicRoute, language: Language): Promise<void> {
  const [page] = await Promise.all([
    opened.get(route.path) ?? route.page().then((Page) => createElement(Page)),
    loadWords(language, ['site', ...route.words]),
  ]);
  opened.set(route.path, page);
}

/** The page of a route, once it has been opened; its words stay here over a change of language. */
export const loadedPage = (route: PublicRoute): ReactElement | undefined => opened.get(route.path);
