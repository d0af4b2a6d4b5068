import type { PublicRows } from '@/shared/api/public-data';

/** A row of public.media_coverage. */
export type Coverage = PublicRows['coverage'][number];

export const coverageTypes = [
  'article',
  'interview',
  'podcast',
  'video',
  'radio',
  'magazine',
] as const;
export type CoverageType = (typeof coverageTypes)[number];

/** The `type` parameter of the URL; any unknown value is `all`. */
export type CoverageFilter = CoverageType | 'all';

export const asFilter = (value: string | null): CoverageFilter =>
  coverageTypes.find((type) => type === value) ?? 'all';

const pageSize = 6;

type Shown = { items: Coverage[]; page: number; pages: number; total: number };

/** A page of six items of a type. An invalid page number becomes the nearest valid one. */
export function pageOf(all: Coverage[], filter: CoverageFilter, requested: number): Shown {
  const found = filter === 'all' ? all : all.filter(({ type }) => type === filter);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Number.isInteger(requested) ? Math.min(pages, Math.max(1, requested)) : 1;
  const items = found.slice((page - 1) * pageSize, page * pageSize);
  return { items, page, pages, total: found.length };
}
