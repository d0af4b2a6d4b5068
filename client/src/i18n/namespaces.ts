import type admin from './en/admin.json';
import type blog from './en/blog.json';
import type book from './en/book.json';
import type checkout from './en/checkout.json';
import type contact from './en/contact.json';
import type desk from './en/desk.json';
import type deskOrders from './en/desk-orders.json';
import type deskReviews from './en/desk-reviews.json';
import type deskInbox from './en/desk-inbox.json';
import type deskBlog from './en/desk-blog.json';
import type deskContent from './en/desk-content.json';
import type deskSettings from './en/desk-settings.json';
import type deskUsers from './en/desk-users.json';
import type deskAudit from './en/desk-audit.json';
import type deskNewsletter from './en/desk-newsletter.json';
import type expeditions from './en/expeditions.json';
import type film from './en/film.json';
import type media from './en/media.json';
import type press from './en/press.json';
import type privacy from './en/privacy.json';
import type retreat from './en/retreat.json';
import type site from './en/site.json';
import type speaking from './en/speaking.json';
import type sponsor from './en/sponsor.json';
import type story from './en/story.json';

/**
 * The words of the site: `site` is on every page, the others come with the pages that say them. The
 * back-office says `admin` (its frame) and `desk` (its kit) everywhere, and a `desk-` file on each screen.
 * A namespace is a file in each language; English is the model for keys and their types. The file
 * `print` is not here: it holds the words of the PDFs, which the Go program reads.
 */
type Words = {
  admin: typeof admin;
  blog: typeof blog;
  book: typeof book;
  checkout: typeof checkout;
  contact: typeof contact;
  desk: typeof desk;
  'desk-orders': typeof deskOrders;
  'desk-reviews': typeof deskReviews;
  'desk-inbox': typeof deskInbox;
  'desk-blog': typeof deskBlog;
  'desk-content': typeof deskContent;
  'desk-settings': typeof deskSettings;
  'desk-users': typeof deskUsers;
  'desk-audit': typeof deskAudit;
  'desk-newsletter': typeof deskNewsletter;
  expeditions: typeof expeditions;
  film: typeof film;
  media: typeof media;
  press: typeof press;
  privacy: typeof privacy;
  retreat: typeof retreat;
  site: typeof site;
  speaking: typeof speaking;
  sponsor: typeof sponsor;
  story: typeof story;
};

export type Namespace = keyof Words;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'site';
    resources: Words;
  }
}
