import type { ComponentType } from 'react';
import {
  Award,
  BookOpen,
  History,
  Image as ImageIcon,
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
  Trash2,
  UserRound,
  UserRoundSearch,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { ItemKind } from '@/admin/kit/notifications/kinds';
import type { Namespace } from '@/shared/i18n';
import type messages from '@/shared/i18n/en/admin.json';

type Messages = typeof messages;

/** A message key below admin:screens. */
type ScreenName = keyof Messages['screens'];
/** The groups of the menu in order: message keys below admin:groups. */
export const groups = ['overview', 'content', 'book', 'people', 'settings'] as const;

/**
 * A screen of the back-office. Routes, menu, command palette and quick actions are derived from the list
 * `screens`. The build reads it too, to tell the server which pages exist.
 */
export type Screen = {
  path: `/admin/${string}`;
  /** Further paths of the screen, which is not remounted between them. */
  alsoAt?: `/admin/${string}`[];
  label: ScreenName;
  /** Its group in the menu; undefined if it is not in the menu. */
  group?: (typeof groups)[number];
  icon: LucideIcon;
  /** Its message namespaces besides `site`, `admin` and `admin-kit`. */
  namespaces: Namespace[];
  page: () => Promise<ComponentType>;
  /** Its quick action on the dashboard: a message key below admin:quick. */
  action?: keyof Messages['quick'];
  /** Its add command in the palette: a message key below admin:add, and the path of the form. */
  add?: { what: keyof Messages['add']; to: `/admin/${string}` };
  /** The kinds of items whose unread count is shown in the menu. */
  itemKinds?: readonly ItemKind[];
  /** Only shown to super admins. The server checks the rights. */
  superAdmin?: true;
  /** Its keyboard shortcut, a sequence of two keys: 'g o'. */
  keys?: `g ${string}`;
  /** For the bottom bar on a phone: a message key below admin:short. */
  onPhone?: keyof Messages['short'];
};

/** In the order of the menu. */
export const screens: Screen[] = [
  {
    path: '/admin/dashboard',
    label: 'dashboard',
    group: 'overview',
    icon: LayoutDashboard,
    namespaces: ['admin-dashboard'],
    page: () => import('./dashboard-page').then((m) => m.DashboardPage),
    keys: 'g d',
    onPhone: 'dashboard',
  },
  {
    path: '/admin/form-submissions',
    label: 'formSubmissions',
    group: 'overview',
    icon: Inbox,
    namespaces: ['admin-inbox'],
    page: () => import('./inbox-pages').then((m) => m.FormSubmissionsPage),
    itemKinds: ['contact', 'speaking', 'sponsorship', 'retreat'],
    keys: 'g f',
    onPhone: 'formSubmissions',
  },
  {
    path: '/admin/blog',
    label: 'blog',
    group: 'content',
    icon: NotebookPen,
    namespaces: ['admin-blog'],
    page: () => import('./blog-list-page').then((m) => m.BlogListPage),
    keys: 'g b',
  },
  {
    path: '/admin/blog/new',
    alsoAt: ['/admin/blog/edit/:id'],
    label: 'newPost',
    icon: NotebookPen,
    namespaces: ['admin-blog', 'admin-pictures'],
    page: () => import('./blog-editor-page').then((m) => m.BlogEditorPage),
    add: { what: 'blog', to: '/admin/blog/new' },
  },
  {
    path: '/admin/expeditions',
    label: 'expeditions',
    group: 'content',
    icon: Mountain,
    namespaces: ['admin-content', 'admin-pictures'],
    page: () => import('./content-pages').then((m) => m.ExpeditionsPage),
    add: { what: 'expeditions', to: '/admin/expeditions?open=new' },
    keys: 'g e',
  },
  {
    path: '/admin/media',
    label: 'pictures',
    group: 'content',
    icon: ImageIcon,
    namespaces: ['admin-pictures'],
    page: () => import('./pictures-page').then((m) => m.PicturesPage),
    keys: 'g p',
  },
  {
    path: '/admin/media-highlights',
    label: 'mediaHighlights',
    group: 'content',
    icon: Images,
    namespaces: ['admin-content', 'admin-pictures'],
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
    namespaces: ['admin-content', 'admin-pictures'],
    page: () => import('./content-pages').then((m) => m.MediaCoveragePage),
    add: { what: 'mediaCoverage', to: '/admin/media-coverage?open=new' },
    keys: 'g c',
  },
  {
    path: '/admin/awards',
    label: 'awards',
    group: 'content',
    icon: Award,
    namespaces: ['admin-content', 'admin-pictures'],
    page: () => import('./content-pages').then((m) => m.AwardsPage),
    add: { what: 'awards', to: '/admin/awards?open=new' },
    keys: 'g a',
  },
  {
    path: '/admin/speaking-topics',
    label: 'speakingTopics',
    group: 'content',
    icon: Presentation,
    namespaces: ['admin-content'],
    page: () => import('./content-pages').then((m) => m.SpeakingTopicsPage),
    add: { what: 'speakingTopics', to: '/admin/speaking-topics?open=new' },
    keys: 'g s',
  },
  {
    path: '/admin/book-reviews',
    label: 'bookReviews',
    group: 'book',
    icon: Star,
    namespaces: ['admin-reviews'],
    page: () => import('./book-reviews-page').then((m) => m.BookReviewsPage),
    itemKinds: ['review'],
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
    namespaces: ['admin-orders'],
    page: () => import('./book-orders-page').then((m) => m.BookOrdersPage),
    itemKinds: ['book_order'],
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
    namespaces: ['admin-inbox'],
    page: () => import('./inbox-pages').then((m) => m.ContactPage),
    itemKinds: ['contact'],
    action: 'contact',
    keys: 'g m',
  },
  {
    path: '/admin/testimonials',
    label: 'testimonials',
    group: 'people',
    icon: Quote,
    namespaces: ['admin-content', 'admin-pictures'],
    page: () => import('./content-pages').then((m) => m.TestimonialsPage),
    add: { what: 'testimonials', to: '/admin/testimonials?open=new' },
    keys: 'g t',
  },
  {
    path: '/admin/newsletters',
    label: 'newsletters',
    group: 'people',
    icon: Send,
    namespaces: ['admin-newsletter'],
    page: () => import('./newsletters-page').then((m) => m.NewslettersPage),
    keys: 'g w',
  },
  {
    path: '/admin/newsletters/edit/:id',
    label: 'newsletterEditor',
    icon: Send,
    // The texts of the formatting toolbar are those of the blog.
    namespaces: ['admin-newsletter', 'admin-blog', 'admin-pictures'],
    page: () => import('./newsletter-editor-page').then((m) => m.NewsletterEditorPage),
  },
  {
    path: '/admin/newsletter',
    label: 'newsletter',
    group: 'people',
    icon: Users,
    namespaces: ['admin-newsletter'],
    page: () => import('./newsletter-page').then((m) => m.NewsletterPage),
    keys: 'g n',
  },
  {
    path: '/admin/people',
    label: 'people',
    group: 'people',
    icon: UserRoundSearch,
    namespaces: ['admin-people'],
    page: () => import('./people-page').then((m) => m.PeoplePage),
    keys: 'g y',
  },
  {
    path: '/admin/users',
    label: 'users',
    group: 'people',
    icon: ShieldCheck,
    namespaces: ['admin-users'],
    page: () => import('./users-page').then((m) => m.UsersPage),
    superAdmin: true,
    add: { what: 'users', to: '/admin/users?open=new' },
    keys: 'g u',
  },
  {
    path: '/admin/settings',
    alsoAt: ['/admin/settings/:group'],
    label: 'settings',
    group: 'settings',
    icon: SlidersHorizontal,
    namespaces: ['admin-settings', 'admin-pictures'],
    page: () => import('./settings-page').then((m) => m.SettingsPage),
    keys: 'g x',
  },
  {
    path: '/admin/audit-log',
    label: 'audit',
    group: 'settings',
    icon: History,
    namespaces: ['admin-audit'],
    page: () => import('./audit-page').then((m) => m.AuditPage),
    keys: 'g l',
  },
  {
    path: '/admin/trash',
    label: 'trash',
    group: 'settings',
    icon: Trash2,
    namespaces: ['admin-trash', 'admin-audit'],
    page: () => import('./trash-page').then((m) => m.TrashPage),
    keys: 'g k',
  },
  {
    path: '/admin/account',
    label: 'account',
    icon: UserRound,
    namespaces: ['admin-account', 'admin-sign-in'],
    page: () => import('./account-page').then((m) => m.AccountPage),
  },
];

/** The screens available to a role. */
export const screensFor = (role: string | undefined): Screen[] =>
  screens.filter(({ superAdmin }) => superAdmin !== true || role === 'super_admin');
