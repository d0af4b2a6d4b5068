import { fold, hasEveryWord } from '@/shared/i18n/fold';

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
  return entries
    .filter(({ label }) => hasEveryWord(label, wanted))
    .toSorted((a, b) => Number(begins(b, wanted)) - Number(begins(a, wanted)))
    .slice(0, limit);
}

const begins = ({ label }: SearchEntry, wanted: string) => fold(label).startsWith(wanted);
