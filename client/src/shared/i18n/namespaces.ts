import type admin from './en/admin.json';
import type blog from './en/blog.json';
import type book from './en/book.json';
import type checkout from './en/checkout.json';
import type contact from './en/contact.json';
import type adminKit from './en/admin-kit.json';
import type adminDashboard from './en/admin-dashboard.json';
import type adminImport from './en/admin-import.json';
import type adminOrderImport from './en/admin-order-import.json';
import type adminSignIn from './en/admin-sign-in.json';
import type adminOrders from './en/admin-orders.json';
import type adminReviews from './en/admin-reviews.json';
import type adminInbox from './en/admin-inbox.json';
import type adminBlog from './en/admin-blog.json';
import type adminContent from './en/admin-content.json';
import type adminSettings from './en/admin-settings.json';
import type adminUsers from './en/admin-users.json';
import type adminAccount from './en/admin-account.json';
import type adminAudit from './en/admin-audit.json';
import type adminSlips from './en/admin-slips.json';
import type adminTrash from './en/admin-trash.json';
import type adminNewsletter from './en/admin-newsletter.json';
import type adminPeople from './en/admin-people.json';
import type adminPictures from './en/admin-pictures.json';
import type expeditions from './en/expeditions.json';
import type film from './en/film.json';
import type media from './en/media.json';
import type press from './en/press.json';
import type privacy from './en/privacy.json';
import type retreat from './en/retreat.json';
import type routes from './en/routes.json';
import type site from './en/site.json';
import type speaking from './en/speaking.json';
import type sponsor from './en/sponsor.json';
import type story from './en/story.json';

/**
 * The i18n namespaces: `site` is on every page, the others are loaded with the pages that use them. The
 * back-office uses `admin` (its layout) and `admin-kit` (lists and forms) on every screen, and one `admin-*`
 * per screen; the others are loaded with parts that several screens open (withMessages). A namespace is a file in each language; English defines the keys and their types. The file
 * `print` has the texts of the PDFs, which the Go program reads.
 */
export type Messages = {
  admin: typeof admin;
  blog: typeof blog;
  book: typeof book;
  checkout: typeof checkout;
  contact: typeof contact;
  'admin-kit': typeof adminKit;
  'admin-dashboard': typeof adminDashboard;
  'admin-import': typeof adminImport;
  'admin-order-import': typeof adminOrderImport;
  'admin-sign-in': typeof adminSignIn;
  'admin-orders': typeof adminOrders;
  'admin-reviews': typeof adminReviews;
  'admin-inbox': typeof adminInbox;
  'admin-blog': typeof adminBlog;
  'admin-content': typeof adminContent;
  'admin-settings': typeof adminSettings;
  'admin-users': typeof adminUsers;
  'admin-account': typeof adminAccount;
  'admin-audit': typeof adminAudit;
  'admin-slips': typeof adminSlips;
  'admin-trash': typeof adminTrash;
  'admin-newsletter': typeof adminNewsletter;
  'admin-people': typeof adminPeople;
  'admin-pictures': typeof adminPictures;
  expeditions: typeof expeditions;
  film: typeof film;
  media: typeof media;
  press: typeof press;
  privacy: typeof privacy;
  retreat: typeof retreat;
  routes: typeof routes;
  site: typeof site;
  speaking: typeof speaking;
  sponsor: typeof sponsor;
  story: typeof story;
};

export type Namespace = keyof Messages;
