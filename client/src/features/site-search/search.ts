/** Something that can be looked for, and where it is. */
export type Place = { to: string; label: string; lang?: string; kind: 'page' | 'peak' | 'post' };

const limit = 8;

// "Elbrouz" is found as "elbrouz", "médias" as "medias", and an Arabic word without its marks.
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670]/g, '')
    .toLowerCase()
    .trim();

/** The places whose name has every word of the query; those that begin with it come first. */
export function find(places: Place[], query: string): Place[] {
  const wanted = plain(query);
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  return places
    .filter(({ label }) => words.every((word) => plain(label).includes(word)))
    .toSorted((a, b) => Number(begins(b, wanted)) - Number(begins(a, wanted)))
    .slice(0, limit);
}

const begins = ({ label }: Place, wanted: string) => plain(label).startsWith(wanted);
