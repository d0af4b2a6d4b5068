import { fold } from '../../ui/fold';

/** A search result. */
export type Place = { to: string; label: string; lang?: string; kind: 'page' | 'peak' | 'post' };

const limit = 8;

/** The results whose label contains every word of the query; prefix matches come first. */
export function find(places: Place[], query: string): Place[] {
  const wanted = fold(query).trim();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  return places
    .filter(({ label }) => words.every((word) => fold(label).includes(word)))
    .toSorted((a, b) => Number(begins(b, wanted)) - Number(begins(a, wanted)))
    .slice(0, limit);
}

const begins = ({ label }: Place, wanted: string) => fold(label).startsWith(wanted);
