import type { ComponentType } from 'react';
import {
  Award,
  BookOpen,
  History,
  Images,
  Inbox,
  LayoutDashboard,
  Mail,
  Mountain,
  Newspaper,
  NotebookPen,
  Presentation,
  Quote,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Star,
  type LucideIcon,
} from 'lucide-react';
import type { ItemKind } from '../../admin/notifications/kinds';
import type { Namespace } from '../../i18n';
import type words from '../../i18n/en/admin.json';

type Words = typeof words;

/** A screen's name: its word is admin:screens.<name>. */
type ScreenName = keyof Words['screens'];
/** The parts of the menu, in its order: a word is admin:groups.<group>. */
export const groups = ['overview', 'content', 'book', 'people', 'house'] as const;

/**
 * A screen of the back-office. Routes, menu, command palette and the dashboard's quick actions are made
 * from this list, so that no link leads nowhere; the build reads it to tell the server what pages exist.
 */
export type Screen = {
  path: `/admin/${string}`;
  /** Further addresses of the same screen, which stays in place between them. */
  alsoAt?: `/admin/${string}`[];
  label: ScreenName;
  /** Where it stands in the menu; absent for one that is reached from within another. */
  group?: (typeof groups)[number];
  icon: LucideIcon;
  /** The words that it says besides those of `site`, `admin` and `admin-kit`. */
  words: Namespace[];
  page: () => Promise<ComponentType>;
  /** Named by the dashboard's quick actions, by the word admin:quick.<action>. */
  action?: keyof Words['quick'];
  /** What can be added here, as the palette says it by admin:add.<what>, and the address that opens its form. */
  add?: { what: keyof Words['add']; to: `/admin/${string}` };
  /** What comes in here from outside: what nobody has looked at is counted in the menu. */
  news?: readonly ItemKind[];
  /** Only super admins are offered it. What they may do there is the server's to say. */
  superAdmin?: true;
  /** Two keys that lead here, one after the other: 'g o'. */
  keys?: `g ${string}`;
  /** For the few of a phone's bottom bar: the short word admin:short.<name>. */
  onPhone?: keyof Words['short'];
};

/** In the order of the menu. */
export const screens: Screen[] = [
  {
    path: '/admin/dashboard',
    label: 'dashboard',
    group: 'overview',
    icon: LayoutDashboard,
    words: [],
    page: () => import('./dashboard-page').then((m) => m.DashboardPage),
    keys: 'g d',
    onPhone: 'dashboard',
  },
  {
    path: '/admin/form-submissions',
    label: 'formSubmissions',
    group: 'overview',
    icon: Inbox,
    words: ['admin-inbox'],
    page: () => import('./form-submissions-page').then((m) => m.FormSubmissionsPage),
    news: ['contact', 'speaking', 'sponsorship', 'retreat'],
    keys: 'g f',
    onPhone: 'formSubmissions',
  },
  {
    path: '/admin/blog',
    label: 'blog',
    group: 'content',
    icon: NotebookPen,
    words: ['admin-blog'],
    page: () => import('./blog-list-page').then((m) => m.BlogListPage),
    keys: 'g b',
  },
  {
    path: '/admin/blog/new',
    alsoAt: ['/admin/blog/edit/:id'],
    label: 'newPost',
    icon: NotebookPen,
    words: ['admin-blog'],
    page: () => import('./blog-editor-page').then((m) => m.BlogEditorPage),
    add: { what: 'blog', to: '/admin/blog/new' },
  },
  {
    path: '/admin/expeditions',
    label: 'expeditions',
    group: 'content',
    icon: Mountain,
    words: ['admin-content'],
    page: () => import('./content-pages').then((m) => m.ExpeditionsPage),
    add: { what: 'expeditions', to: '/admin/expeditions?open=new' },
    keys: 'g e',
  },
  {
    path: '/admin/media-highlights',
    label: 'mediaHighlights',
    group: 'content',
    icon: Images,
    words: ['admin-content'],
    page: () => import('./content-pages').then((m) => m.MediaHighlightsPage),
    action: 'mediaHighlights',
    add: { what: 'mediaHighlights', to: '/admin/media-highlights?open=new' },
    keys: 'g h',
  },
  {
    path: '/admin/media-coverage',
    label: 'mediaCoverage',
    group: 'content',
    icon: Newspaper,
    words: ['admin-content'],
    page: () => import('./content-pages').then((m) => m.MediaCoveragePage),
    add: { what: 'mediaCoverage', to: '/admin/media-coverage?open=new' },
    keys: 'g c',
  },
  {
    path: '/admin/awards',
    label: 'awards',
    group: 'content',
    icon: Award,
    words: ['admin-content'],
    page: () => import('./content-pages').then((m) => m.AwardsPage),
    add: { what: 'awards', to: '/admin/awards?open=new' },
    keys: 'g a',
  },
  {
    path: '/admin/speaking-topics',
    label: 'speakingTopics',
    group: 'content',
    icon: Presentation,
    words: ['admin-content'],
    page: () => import('./content-pages').then((m) => m.SpeakingTopicsPage),
    add: { what: 'speakingTopics', to: '/admin/speaking-topics?open=new' },
    keys: 'g s',
  },
  {
    path: '/admin/book-reviews',
    label: 'bookReviews',
    group: 'book',
    icon: Star,
    words: ['admin-reviews'],
    page: () => import('./book-reviews-page').then((m) => m.BookReviewsPage),
    news: ['review'],
    action: 'bookReviews',
    add: { what: 'bookReviews', to: '/admin/book-reviews?open=new' },
    keys: 'g r',
    onPhone: 'bookReviews',
  },
  {
    path: '/admin/book-orders',
    label: 'bookOrders',
    group: 'book',
    icon: BookOpen,
    words: ['admin-orders'],
    page: () => import('./book-orders-page').then((m) => m.BookOrdersPage),
    news: ['book_order'],
    action: 'bookOrders',
    add: { what: 'bookOrders', to: '/admin/book-orders?open=new' },
    keys: 'g o',
    onPhone: 'bookOrders',
  },
  {
    path: '/admin/contact',
    label: 'contact',
    group: 'people',
    icon: Mail,
    words: ['admin-inbox'],
    page: () => import('./contact-page').then((m) => m.ContactPage),
    news: ['contact'],
    action: 'contact',
    keys: 'g m',
  },
  {
    path: '/admin/testimonials',
    label: 'testimonials',
    group: 'people',
    icon: Quote,
    words: ['admin-content'],
    page: () => import('./content-pages').then((m) => m.TestimonialsPage),
    add: { what: 'testimonials', to: '/admin/testimonials?open=new' },
    keys: 'g t',
  },
  {
    path: '/admin/newsletter',
    label: 'newsletter',
    group: 'people',
    icon: Send,
    words: ['admin-newsletter'],
    page: () => import('./newsletter-page').then((m) => m.NewsletterPage),
    keys: 'g n',
  },
  {
    path: '/admin/users',
    label: 'users',
    group: 'people',
    icon: ShieldCheck,
    words: ['admin-users'],
    page: () => import('./users-page').then((m) => m.UsersPage),
    superAdmin: true,
    add: { what: 'users', to: '/admin/users?open=new' },
    keys: 'g u',
  },
  {
    path: '/admin/settings',
    alsoAt: ['/admin/settings/:group'],
    label: 'settings',
    group: 'house',
    icon: SlidersHorizontal,
    words: ['admin-settings'],
    page: () => import('./settings-page').then((m) => m.SettingsPage),
    keys: 'g x',
  },
  {
    path: '/admin/audit-log',
    label: 'audit',
    group: 'house',
    icon: History,
    words: ['admin-audit'],
    page: () => import('./audit-page').then((m) => m.AuditPage),
    keys: 'g l',
  },
];

/** The screens that an admin of this role is offered. */
export const screensFor = (role: string | undefined): Screen[] =>
  screens.filter(({ superAdmin }) => superAdmin !== true || role === 'super_admin');
