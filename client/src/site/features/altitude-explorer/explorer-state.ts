import type { PublicRows } from '@/shared/api/public-data';
import { localised } from '@/shared/i18n/localised';
import type { Language } from '@/shared/i18n/language';

/** A mountain as the explorer needs it. */
export type Peak = PublicRows['summits'][number];

export const sorts = ['height', 'year', 'name'] as const;
export type Sort = (typeof sorts)[number];

export const shows = ['all', 'summits', 'attempts'] as const;
type Show = (typeof shows)[number];

/** The state of the explorer, kept in the URL. `compare` has at most two slugs. */
export type ExplorerState = { sort: Sort; show: Show; compare: string[] };

/** The default comparison: the first mountain and the highest one. */
const firstPair = 'kilimanjaro,everest';

/** Parses `?sort=&show=&compare=`. Missing and unknown values become the default. */
export function readState(params: URLSearchParams): ExplorerState {
  const sort = params.get('sort');
  const show = params.get('show');
  const compare = (params.get('compare') ?? firstPair).split(',').filter((slug) => slug !== '');
  return {
    sort: sorts.find((each) => each === sort) ?? 'height',
    show: shows.find((each) => each === show) ?? 'all',
    compare: [...new Set(compare)].slice(0, 2),
  };
}

/** The search parameters of a state: defaults are left out, other parameters stay. */
export function writeState(params: URLSearchParams, state: ExplorerState): URLSearchParams {
  const written = new URLSearchParams(params);
  const put = (name: string, value: string, standard: string) =>
    value === standard ? written.delete(name) : written.set(name, value);
  put('sort', state.sort, 'height');
  put('show', state.show, 'all');
  put('compare', state.compare.join(','), firstPair);
  return written;
}

/** Toggles a mountain in the comparison. A third one replaces the older of two. */
export function toggleCompared(compare: string[], slug: string): string[] {
  if (compare.includes(slug)) return compare.filter((each) => each !== slug);
  return [...compare, slug].slice(-2);
}

/** The mountains filtered and sorted: highest first, oldest first, or by name. */
export function filterAndSort(
  peaks: Peak[],
  { sort, show }: ExplorerState,
  language: Language,
): Peak[] {
  const name = (peak: Peak) => localised(peak, 'name', language).text;
  const orders: Record<Sort, (a: Peak, b: Peak) => number> = {
    height: (a, b) => b.height_m - a.height_m,
    year: (a, b) => a.year - b.year || a.height_m - b.height_m,
    name: (a, b) => name(a).localeCompare(name(b), language),
  };
  return peaks
    .filter((peak) => show === 'all' || peak.is_attempt === (show === 'attempts'))
    .toSorted(orders[sort]);
}
