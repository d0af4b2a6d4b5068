import { createElement, type ReactElement } from 'react';
import { matchPath } from 'react-router';
import { loadNamespaces } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { notFoundRoute, publicRoutes, type PublicRoute } from './routes';

const loaded = new Map<string, ReactElement>();

/** The route of a path; the not-found route if none matches. */
export const routeOf = (pathname: string): PublicRoute =>
  publicRoutes.find(({ path }) => matchPath(path, pathname) !== null) ?? notFoundRoute;

/** Loads a page and its translations, unless they are loaded already. Rejects without a network. */
export async function loadPage(route: PublicRoute, language: Language): Promise<void> {
  const [page] = await Promise.all([
    loaded.get(route.path) ?? route.page().then((Page) => createElement(Page)),
    loadNamespaces(language, ['site', ...route.namespaces]),
  ]);
  loaded.set(route.path, page);
}

/** Loads the page of the address, which is another one if the visitor goes back before it is loaded. */
export async function loadPageAtAddress(language: Language): Promise<void> {
  const route = routeOf(window.location.pathname);
  await loadPage(route, language);
  if (route !== routeOf(window.location.pathname)) await loadPageAtAddress(language);
}

/** The page of a route, if it is loaded. */
export const loadedPage = (route: PublicRoute): ReactElement | undefined => loaded.get(route.path);
