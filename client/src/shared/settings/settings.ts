import type { Json } from '@/shared/api/schema.gen';
import { videoId } from '@/shared/ui/video-id';
import {
  asNumber,
  asObject,
  asText,
  asTexts,
  defaultWordmark,
  orElse,
  unnamed,
  withName,
  type Texts,
  type Value,
} from './setting-values';

/** An item of the strip below the hero: a mountain, or a completed list. */
export type Milestone = {
  /** The mountain's slug; null for a list. */
  slug: string | null;
  name: Texts;
  heightM: number | null;
  year: number;
  outcome: 'summit' | 'attempt' | 'completed';
};

/** The retreat, with its first and last day (inclusive), yyyy-mm-dd. */
type Retreat = { start: string; end: string; city: Texts; theme: Texts };

/** Delivery time to a place, in working days. */
type Delivery = { city: Texts; days: [from: number, to: number] };

/** The settings of the site. Null means "not set": the element that needs it is not shown. */
export type Settings = {
  wordmark: string;
  /** Her name; empty texts while brand.name is not set. */
  name: Texts;
  /** The name as the subject of a sentence: never empty. */
  namedAs: Texts;
  /** Name in the header and in the titles of pages: the name, else the wordmark. */
  siteTitle: Texts;
  /** One paragraph about the mountaineer. */
  portrait: Texts;
  priceMad: number;
  stock: number;
  /** The copies that a visitor may order at once. */
  maxPerOrder: number;
  /** The baseline from before this site; approved reviews are added to it. */
  rating: { average: number; count: number; note: Texts | null };
  /** A passage of the book; empty lines separate paragraphs. */
  bookExcerpt: Texts | null;
  /** By place; the last one stands for all other places. */
  delivery: Delivery[];
  email: string | null;
  phone: string | null;
  /** As it was typed: whatsappLink parses it. */
  whatsapp: string | null;
  location: Texts;
  instagram: string | null;
  youtube: string | null;
  linkedin: string | null;
  /** YouTube id of the film on the home page. */
  homeFilm: string | null;
  /** URL of the full documentary. */
  fullFilm: string | null;
  retreat: Retreat;
  /** Whether newsletter addresses are stored: yes, unless `newsletter.sync` is false. */
  newsletterSync: boolean;
  /** A note on indicative facts of expeditions; null if not needed. */
  expeditionsNote: Texts | null;
  /** The ids of two pictures of the library. */
  portraitPicture: string | null;
  coverPicture: string | null;
  strip: Milestone[];
  figures: { started: number; highestM: number; continents: number; peaks: number };
};

type Rows = { key: string; value: Json }[];

const noText: Texts = { en: '', fr: '', ar: '' };
const marrakech: Texts = { en: 'Marrakech', fr: 'Marrakech', ar: 'مراكش' };

/** What a page shows for a setting that is missing or malformed. */
const defaults = {
  location: { en: 'Morocco', fr: 'Maroc', ar: 'المغرب' },
  rating: { average: 0, count: 0, note: null },
  retreat: {
    start: '2025-11-07',
    end: '2025-11-09',
    city: marrakech,
    theme: {
      en: 'Breath, summits and creativity',
      fr: 'Souffle, sommets et créativité',
      ar: 'النَّفَس والقمم والإبداع',
    },
  },
  figures: { started: 2011, highestM: 8848, continents: 7, peaks: 8 },
};

/**
 * Parses the rows of site_settings. A missing or malformed value is replaced by a default.
 * Contact data, links and films are null unless set.
 */
export function readSettings(rows: Rows): Settings {
  const values = new Map<string, Value>(rows.map(({ key, value }) => [key, value]));
  const text = (key: string) => asText(values.get(key));
  const wordmark = text('brand.wordmark') ?? defaultWordmark;
  const name = asTexts(values.get('brand.name')) ?? noText;
  const namedAs = orElse(name, unnamed);
  return {
    wordmark,
    name,
    namedAs,
    siteTitle: orElse(name, { en: wordmark, fr: wordmark, ar: wordmark }),
    portrait: withName(asTexts(values.get('brand.portrait')) ?? noText, namedAs),
    priceMad: asNumber(values.get('book.price_mad')) ?? 279,
    stock: asNumber(values.get('book.stock')) ?? 47,
    maxPerOrder: asNumber(values.get('book.max_per_order')) ?? 20,
    rating: asRating(values.get('book.rating_baseline')) ?? defaults.rating,
    bookExcerpt: asTexts(values.get('book.excerpt')),
    delivery: asDelivery(values.get('book.delivery')) ?? [],
    email: text('contact.email'),
    phone: text('contact.phone'),
    whatsapp: text('contact.whatsapp'),
    location: asTexts(values.get('contact.location')) ?? defaults.location,
    instagram: text('social.instagram'),
    youtube: text('social.youtube'),
    linkedin: text('social.linkedin'),
    homeFilm: videoId(text('video.home_film')) ?? null,
    fullFilm: text('video.full_film'),
    retreat: asRetreat(values.get('retreat')) ?? defaults.retreat,
    newsletterSync: values.get('newsletter.sync') !== false,
    expeditionsNote: asTexts(values.get('expeditions.note')),
    portraitPicture: text('story.portrait'),
    coverPicture: text('book.cover'),
    strip: asStrip(values.get('hero.strip')) ?? [],
    figures: asFigures(values.get('figures')) ?? defaults.figures,
  };
}

/** The settings while there are no rows. */
export const defaultSettings = readSettings([]);

function asDelivery(value: Value): Delivery[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((item) => asPlace(asObject(item)) ?? []);
}

function asPlace(item: { [key: string]: Value }): Delivery | null {
  const city = asTexts(item['city']);
  const [from, to] = Array.isArray(item['days']) ? item['days'].map(asNumber) : [];
  if (city === null || typeof from !== 'number' || typeof to !== 'number') return null;
  return { city, days: [from, to] };
}

function asRetreat(value: Value): Retreat | null {
  const retreat = asObject(value);
  const [start, end] = [asText(retreat['start']), asText(retreat['end'])];
  const [city, theme] = [asTexts(retreat['city']), asTexts(retreat['theme'])];
  if (start === null || end === null || city === null || theme === null) return null;
  return { start, end, city, theme };
}

function asRating(value: Value): Settings['rating'] | null {
  const rating = asObject(value);
  const average = asNumber(rating['average']);
  const count = asNumber(rating['count']);
  if (average === null || count === null) return null;
  return { average, count, note: asTexts(rating['note']) };
}

function asStrip(value: Value): Milestone[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((item) => asMilestone(item) ?? []);
}

function asMilestone(value: Value): Milestone | null {
  const item = asObject(value);
  const name = asTexts(item['name']);
  const year = asNumber(item['year']);
  if (name === null || year === null) return null;
  return {
    slug: asText(item['slug']),
    name,
    year,
    heightM: asNumber(item['height_m']),
    outcome: asOutcome(item['outcome']),
  };
}

function asOutcome(value: Value): Milestone['outcome'] {
  return value === 'attempt' || value === 'completed' ? value : 'summit';
}

function asFigures(value: Value): Settings['figures'] | null {
  const figures = asObject(value);
  const started = asNumber(figures['started']);
  const highestM = asNumber(figures['highest_m']);
  const continents = asNumber(figures['continents']);
  const peaks = asNumber(figures['peaks']);
  if (started === null || highestM === null || continents === null || peaks === null) return null;
  return { started, highestM, continents, peaks };
}
