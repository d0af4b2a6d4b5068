import { lazy, type ComponentType } from 'react';
import { HomePage } from '../pages/public/home-page';

type RouteLabel = 'nav.home' | 'nav.book' | 'nav.contact';

/**
 * A public page: where it is, what the navigation calls it, and whether it is the call to action.
 * The header, the mobile menu and the footer are made from this list, so no link leads nowhere.
 */
export type PublicRoute = {
  path: string;
  label: RouteLabel;
  page: ComponentType;
  callToAction?: true;
};

const contactPage = async () => ({
  default: (await import('../pages/public/contact-page')).ContactPage,
});
const bookPage = async () => ({ default: (await import('../pages/public/book-page')).BookPage });

export const publicRoutes: PublicRoute[] = [
  { path: '/', label: 'nav.home', page: HomePage },
  { path: '/contact', label: 'nav.contact', page: lazy(contactPage) },
  { path: '/book', label: 'nav.book', callToAction: true, page: lazy(bookPage) },
];

/**
 * Fetches the pages that are not here yet, so that they open after the network is lost. A failure
 * says nothing: the page is asked for again when it is opened.
 */
export async function prefetchPages(): Promise<void> {
  await Promise.allSettled([contactPage(), bookPage()]);
}
