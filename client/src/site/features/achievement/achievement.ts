import type { PublicRows } from '@/shared/api/public-data';
import type { Language } from '@/shared/i18n/language';
import { localisedPlain, type LocalisedText } from '@/shared/i18n/localised';

/** A row of public.expeditions. */
export type Achievement = PublicRows['expeditions'][number];

/** The same row, with the columns that lists show. */
export type Peak = PublicRows['summits'][number];

/** The route in the language, else in English. */
export const routeOf = (peak: Achievement, language: Language): LocalisedText =>
  localisedPlain(peak, 'route', language);

/** The range or the park in which the mountain stands. */
export const locationOf = (peak: Achievement, language: Language): LocalisedText =>
  localisedPlain(peak, 'location', language);

const continents = {
  Africa: 'africa',
  Antarctica: 'antarctica',
  Asia: 'asia',
  Europe: 'europe',
  'North America': 'northAmerica',
  Oceania: 'oceania',
  'South America': 'southAmerica',
} as const;

type ContinentKey = (typeof continents)[keyof typeof continents];

/** The message key of a continent of the table; undefined for any other text. */
export const continentKey = (name: string): ContinentKey | undefined =>
  new Map<string, ContinentKey>(Object.entries(continents)).get(name);

/** The year of a second ascent. The table has no column for it. */
export const climbedAgain = (slug: string): number | undefined =>
  slug === 'mont-blanc' ? 2016 : undefined;

/** The message key for an attempt: the reason, if known. */
export const attemptKey = (slug: string) =>
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
