import type { PublicRows } from '../../api/public-data';

/** Something that was written, said or filmed about her. */
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

/** What the address may say: a type, or anything else, which is all of them. */
export type CoverageFilter = CoverageType | 'all';

export const asFilter = (value: string | null): CoverageFilter =>
  coverageTypes.find((type) => type === value) ?? 'all';

const pageSize = 6;

type Shown = { items: Coverage[]; page: number; pages: number; total: number };

/** One page of six of a type. A page beyond the last one, or none at all, is the nearest there is. */
export function pageOf(all: Coverage[], filter: CoverageFilter, asked: number): Shown {
  const found = filter === 'all' ? all : all.filter(({ type }) => type === filter);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Number.isInteger(asked) ? Math.min(pages, Math.max(1, asked)) : 1;
  const items = found.slice((page - 1) * pageSize, page * pageSize);
  return { items, page, pages, total: found.length };
}
