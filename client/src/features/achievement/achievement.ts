import type { PublicRows } from '../../api/public-data';
import type { Language } from '../../i18n/language';
import { localised, type LocalisedText } from '../../i18n/localised';

/** All that is known of a mountain. */
export type Achievement = PublicRows['expeditions'][number];

/** The columns of a text of which the English one has no language in its name. */
const inThree = (en: string | null, fr: string | null, ar: string | null) => ({
  text_en: en,
  text_fr: fr,
  text_ar: ar,
});

/** The route in the language, else in English. */
export const routeOf = (peak: Achievement, language: Language): LocalisedText =>
  localised(inThree(peak.route, peak.route_fr, peak.route_ar), 'text', language);

/** The range or the park in which the mountain stands. */
export const locationOf = (peak: Achievement, language: Language): LocalisedText =>
  localised(inThree(peak.location, peak.location_fr, peak.location_ar), 'text', language);

const continents = {
  Africa: 'africa',
  Antarctica: 'antarctica',
  Asia: 'asia',
  Europe: 'europe',
  'North America': 'northAmerica',
  Oceania: 'oceania',
  'South America': 'southAmerica',
} as const;

type ContinentWord = (typeof continents)[keyof typeof continents];

/** The word for a continent as the table spells it; undefined for any other text. */
export const continentWord = (name: string): ContinentWord | undefined =>
  new Map<string, ContinentWord>(Object.entries(continents)).get(name);

/** A second ascent, of which the table has no column. */
export const climbedAgain = (slug: string): number | undefined =>
  slug === 'mont-blanc' ? 2016 : undefined;

/** What is said of an attempt: the reason where it is known. */
export const attemptWord = (slug: string) =>
  slug === 'manaslu' ? 'achievement.avalanche' : 'achievement.attempt';

/** The mountains before and after one in the list, which wraps at both ends. */
export function neighboursOf<T extends { slug: string }>(
  all: T[],
  slug: string,
): [T, T] | undefined {
  const at = all.findIndex((each) => each.slug === slug);
  const previous = all.at(at - 1);
  const next = all[(at + 1) % all.length];
  if (at === -1 || all.length < 2 || previous === undefined || next === undefined) return undefined;
  return [previous, next];
}
