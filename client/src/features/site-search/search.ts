import { fold } from '@/ui/fold';

/** A search result. */
export type SearchEntry = {
  to: string;
  label: string;
  lang?: string;
  kind: 'page' | 'peak' | 'post';
};

const limit = 8;

/** The results whose label contains every word of the query; prefix matches come first. */
export function findEntries(entries: SearchEntry[], query: string): SearchEntry[] {
  const wanted = fold(query).trim();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  return entries
    .filter(({ label }) => words.every((word) => fold(label).includes(word)))
    .toSorted((a, b) => Number(begins(b, wanted)) - Number(begins(a, wanted)))
    .slice(0, limit);
}

const begins = ({ label }: SearchEntry, wanted: string) => fold(label).startsWith(wanted);
