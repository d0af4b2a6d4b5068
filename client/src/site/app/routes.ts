import type { ComponentType } from 'react';
import type { PublicData, PublicDetail } from '@/shared/api/public-data';
import type { Namespace } from '@/shared/i18n';

/**
 * Links to a page: `main` and `call` (a call to action) in the header, the menu and the footer, `foot` below
 * them in the footer alone.
 */
export type Place = 'main' | 'call' | 'foot';

type PageLabel =
  | 'home'
  | 'story'
  | 'expeditions'
  | 'speaking'
  | 'retreat'
  | 'blog'
  | 'media'
  | 'film'
  | 'book'
  | 'contact'
  | 'sponsor'
  | 'privacy'
  | 'mediaKit'
  | 'speakerSheet';

/**
 * A public page. The list is the source of the header, the menu, the footer, and of the routes that the server
 * knows and renders.
 */
export type PublicRoute = {
  path: string;
  /** Loads the page. It is rendered when its translations are loaded too, so it never suspends. */
  page: () => Promise<ComponentType>;
  /** The file that `page` imports; the build finds its chunks and styles by it. */
  source: `src/site/pages/${string}.tsx`;
  /** The i18n namespaces of the page, besides `site`. */
  namespaces: Namespace[];
  /** The queries whose rows the server renders the page with, in the order of the requests. */
  data: (PublicData | PublicDetail)[];
  /** For a page with a parameter: the query and column that decide between 200 and 404. */
  found?: { data: PublicData | 'post'; column: 'slug' };
  /** The settings whose pictures the page shows. */
  pictures?: ('story.portrait' | 'book.cover')[];
  /**
   * The messages `title` and `description` below this key, for a page that is not rendered yet and for lists of pages. A
   * page of a row has those of the row.
   */
  head?: `${Namespace}:${string}`;
  /** Search engines leave the page out. */
  hidden?: true;
  /** Only the browser renders the HTML of a page without public content. */
  writtenBy?: 'browser';
  /** Its label in the navigation: a key below nav.pages. */
  label?: PageLabel;
  place?: Place;
};

/** In the order of the navigation. */
export const publicRoutes: PublicRoute[] = [
  {
    path: '/',
    label: 'home',
    place: 'main',
    page: () => import('@/site/pages/home-page').then((m) => m.HomePage),
    source: 'src/site/pages/home-page.tsx',
    head: 'site:head.home',
    namespaces: [],
    data: ['settings', 'summits', 'highlights'],
    pictures: ['story.portrait', 'book.cover'],
  },
  {
    path: '/story',
    label: 'story',
    place: 'main',
    page: () => import('@/site/pages/story-page').then((m) => m.StoryPage),
    source: 'src/site/pages/story-page.tsx',
    head: 'story:head',
    namespaces: ['story'],
    data: ['settings', 'summits'],
    pictures: ['story.portrait'],
  },
  {
    path: '/expeditions',
    label: 'expeditions',
    place: 'main',
    page: () => import('@/site/pages/expeditions-page').then((m) => m.ExpeditionsPage),
    source: 'src/site/pages/expeditions-page.tsx',
    head: 'expeditions:head',
    namespaces: ['expeditions'],
    data: ['settings', 'summits'],
  },
  {
    path: '/achievement/:id',
    page: () => import('@/site/pages/achievement-page').then((m) => m.AchievementPage),
    source: 'src/site/pages/achievement-page.tsx',
    namespaces: ['expeditions', 'routes'],
    data: ['settings', 'summits', 'expedition', 'gallery'],
    found: { data: 'summits', column: 'slug' },
  },
  {
    path: '/speaking',
    label: 'speaking',
    place: 'main',
    page: () => import('@/site/pages/speaking-page').then((m) => m.SpeakingPage),
    source: 'src/site/pages/speaking-page.tsx',
    head: 'speaking:head',
    namespaces: ['speaking', 'contact'],
    data: ['settings', 'topics', 'testimonials'],
    pictures: ['story.portrait'],
  },
  {
    path: '/retreat',
    label: 'retreat',
    place: 'main',
    page: () => import('@/site/pages/retreat-page').then((m) => m.RetreatPage),
    source: 'src/site/pages/retreat-page.tsx',
    head: 'retreat:head',
    namespaces: ['retreat', 'contact'],
    data: ['settings'],
  },
  {
    path: '/blog/:slug',
    page: () => import('@/site/pages/blog-post-page').then((m) => m.BlogPostPage),
    source: 'src/site/pages/blog-post-page.tsx',
    namespaces: ['blog'],
    data: ['settings', 'post', 'posts'],
    found: { data: 'post', column: 'slug' },
  },
  {
    path: '/blog',
    label: 'blog',
    place: 'main',
    page: () => import('@/site/pages/blog-page').then((m) => m.BlogPage),
    source: 'src/site/pages/blog-page.tsx',
    head: 'blog:head',
    namespaces: ['blog'],
    data: ['settings', 'posts'],
  },
  {
    path: '/media',
    label: 'media',
    place: 'main',
    page: () => import('@/site/pages/media-page').then((m) => m.MediaPage),
    source: 'src/site/pages/media-page.tsx',
    head: 'media:head',
    namespaces: ['media'],
    data: ['settings', 'highlights', 'coverage', 'awards'],
  },
  {
    path: '/film',
    label: 'film',
    place: 'main',
    page: () => import('@/site/pages/film-page').then((m) => m.FilmPage),
    source: 'src/site/pages/film-page.tsx',
    head: 'film:head',
    namespaces: ['film'],
    data: ['settings'],
  },
  {
    path: '/book',
    label: 'book',
    place: 'call',
    page: () => import('@/site/pages/book-page').then((m) => m.BookPage),
    source: 'src/site/pages/book-page.tsx',
    head: 'book:head',
    namespaces: ['book'],
    data: ['settings', 'reviews', 'summits'],
    pictures: ['book.cover'],
  },
  {
    path: '/contact',
    label: 'contact',
    place: 'main',
    page: () => import('@/site/pages/contact-page').then((m) => m.ContactPage),
    source: 'src/site/pages/contact-page.tsx',
    head: 'contact:head',
    namespaces: ['contact'],
    data: ['settings'],
  },
  {
    path: '/sponsor',
    label: 'sponsor',
    place: 'call',
    page: () => import('@/site/pages/sponsor-page').then((m) => m.SponsorPage),
    source: 'src/site/pages/sponsor-page.tsx',
    head: 'sponsor:head',
    namespaces: ['sponsor', 'contact'],
    data: ['settings'],
  },
  {
    path: '/privacy',
    label: 'privacy',
    place: 'foot',
    page: () => import('@/site/pages/privacy-page').then((m) => m.PrivacyPage),
    source: 'src/site/pages/privacy-page.tsx',
    head: 'privacy:head',
    namespaces: ['privacy'],
    data: ['settings'],
  },
  {
    path: '/media-kit',
    label: 'mediaKit',
    place: 'foot',
    page: () => import('@/site/pages/media-kit-page').then((m) => m.MediaKitPage),
    source: 'src/site/pages/media-kit-page.tsx',
    head: 'press:kit.head',
    namespaces: ['press'],
    data: ['settings', 'press', 'summits'],
    pictures: ['story.portrait'],
  },
  {
    path: '/speaker-sheet',
    label: 'speakerSheet',
    place: 'foot',
    page: () => import('@/site/pages/speaker-sheet-page').then((m) => m.SpeakerSheetPage),
    source: 'src/site/pages/speaker-sheet-page.tsx',
    head: 'press:sheet.head',
    namespaces: ['press', 'speaking'],
    data: ['settings', 'topics'],
  },
  {
    path: '/checkout',
    page: () => import('@/site/pages/checkout-page').then((m) => m.CheckoutPage),
    source: 'src/site/pages/checkout-page.tsx',
    head: 'checkout:head',
    hidden: true,
    namespaces: ['checkout'],
    data: ['settings'],
    writtenBy: 'browser',
  },
  {
    path: '/confirmation',
    page: () => import('@/site/pages/confirmation-page').then((m) => m.ConfirmationPage),
    source: 'src/site/pages/confirmation-page.tsx',
    head: 'checkout:order',
    hidden: true,
    namespaces: ['checkout'],
    data: ['settings'],
    writtenBy: 'browser',
  },
  {
    path: '/offline',
    page: () => import('@/site/pages/offline-page').then((m) => m.OfflinePage),
    source: 'src/site/pages/offline-page.tsx',
    head: 'site:offline',
    hidden: true,
    namespaces: [],
    data: ['settings'],
  },
];

/** Any other address. */
export const notFoundRoute: PublicRoute = {
  path: '*',
  page: () => import('@/site/pages/not-found-page').then((m) => m.NotFoundPage),
  source: 'src/site/pages/not-found-page.tsx',
  head: 'site:head.notFound',
  hidden: true,
  namespaces: [],
  data: ['settings', 'summits'],
};

/** A page with a label in the navigation. */
export type NamedRoute = PublicRoute & { label: PageLabel };

/** The pages that are linked at a place, in order. */
export const routesIn = (place: Place): NamedRoute[] =>
  publicRoutes.flatMap((route) =>
    route.label !== undefined && route.place === place ? [{ ...route, label: route.label }] : [],
  );
