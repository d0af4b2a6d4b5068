import type { Json } from '../../api/schema.gen';
import type { Language } from '../../i18n/language';

type Texts = Record<Language, string>;

/** One item of the strip under the hero: a mountain, or a list that was completed. */
export type Milestone = {
  name: Texts;
  heightM: number | null;
  year: number;
  outcome: 'summit' | 'attempt' | 'completed';
};

/** What the owner edits under Settings. Null means "not given": the control that needs it is left out. */
export type Settings = {
  wordmark: string;
  name: Texts;
  priceMad: number;
  stock: number;
  rating: { average: number; count: number; note: Texts | null };
  email: string | null;
  phone: string | null;
  whatsapp: string | null;
  location: Texts;
  instagram: string | null;
  youtube: string | null;
  linkedin: string | null;
  strip: Milestone[];
  figures: { started: number; highestM: number; continents: number; peaks: number };
};

const mountain = (en: string, ar: string): Texts => ({ en, fr: en, ar });

/** What is shown until the table has answered, and if it never does. The values are the product's. */
export const builtInSettings: Settings = {
  wordmark: 'Altitude 8848',
  name: { en: 'The mountaineer', fr: 'L’alpiniste', ar: 'متسلقة الجبال' },
  priceMad: 279,
  stock: 47,
  rating: { average: 4.9, count: 234, note: null },
  email: null,
  phone: null,
  whatsapp: null,
  location: { en: 'Morocco', fr: 'Maroc', ar: 'المغرب' },
  instagram: null,
  youtube: null,
  linkedin: null,
  strip: [
    { name: mountain('Everest', 'إيفرست'), heightM: 8848, year: 2017, outcome: 'summit' },
    { name: mountain('Annapurna', 'أنابورنا'), heightM: null, year: 2023, outcome: 'attempt' },
    { name: mountain('Ama Dablam', 'أما دابلام'), heightM: 6812, year: 2016, outcome: 'summit' },
    { name: mountain('Lhotse', 'لوتسي'), heightM: 8516, year: 2024, outcome: 'summit' },
    {
      name: { en: 'Seven Summits', fr: 'Sept Sommets', ar: 'القمم السبع' },
      heightM: null,
      year: 2018,
      outcome: 'completed',
    },
  ],
  figures: { started: 2011, highestM: 8848, continents: 7, peaks: 8 },
};

/** Reads the rows of site_settings. A value of an unexpected shape falls back to the built-in one. */
export function readSettings(rows: { key: string; value: Json }[]): Settings {
  const values = new Map(rows.map((row) => [row.key, row.value]));
  const base = builtInSettings;
  const text = (key: string) => asText(values.get(key));
  return {
    wordmark: text('brand.wordmark') ?? base.wordmark,
    name: asTexts(values.get('brand.name')) ?? base.name,
    priceMad: asNumber(values.get('book.price_mad')) ?? base.priceMad,
    stock: asNumber(values.get('book.stock')) ?? base.stock,
    rating: asRating(values.get('book.rating_baseline')) ?? base.rating,
    email: text('contact.email'),
    phone: text('contact.phone'),
    whatsapp: text('contact.whatsapp'),
    location: asTexts(values.get('contact.location')) ?? base.location,
    instagram: text('social.instagram'),
    youtube: text('social.youtube'),
    linkedin: text('social.linkedin'),
    strip: asStrip(values.get('hero.strip')) ?? base.strip,
    figures: asFigures(values.get('figures')) ?? base.figures,
  };
}

type Value = Json | undefined;

const asText = (value: Value) => (typeof value === 'string' && value !== '' ? value : null);
const asNumber = (value: Value) => (typeof value === 'number' ? value : null);

function asObject(value: Value): { [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function asTexts(value: Value): Texts | null {
  const { en, fr, ar } = asObject(value);
  const english = asText(en);
  if (english === null) return null;
  return { en: english, fr: asText(fr) ?? english, ar: asText(ar) ?? english };
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
  return { name, year, heightM: asNumber(item['height_m']), outcome: asOutcome(item['outcome']) };
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
