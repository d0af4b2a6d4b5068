import type admin from './en/admin.json';
import type blog from './en/blog.json';
import type book from './en/book.json';
import type checkout from './en/checkout.json';
import type contact from './en/contact.json';
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
 * The words of the site: `site` is on every page, the others come with the pages that say them.
 * A namespace is a file in each language; English is the model for keys and their types. The file
 * `print` is not here: it holds the words of the PDFs, which the Go program reads.
 */
type Words = {
  admin: typeof admin;
  blog: typeof blog;
  book: typeof book;
  checkout: typeof checkout;
  contact: typeof contact;
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
