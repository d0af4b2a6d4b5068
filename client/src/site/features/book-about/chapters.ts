/** The parts of the book, named for the three values, with the ids of their chapters. */
const parts = [
  { part: 'preparation', chapters: ['desk', 'kilimanjaro', 'mont-blanc'] },
  { part: 'perseverance', chapters: ['elbrus', 'aconcagua', 'denali', 'carstensz'] },
  { part: 'purpose', chapters: ['everest', 'vinson', 'descent'] },
] as const;

type ChapterId = (typeof parts)[number]['chapters'][number];

/** A chapter: of a mountain its height in metres and the year of the ascent, else 0 and no year. */
export type Chapter = { id: ChapterId; number: number; heightM: number; year: number | undefined };

type Peak = { slug: string; year: number; height_m: number };

/** The chapters by part, numbered through. A mountain that is not published keeps its chapter. */
export function chapterList(
  peaks: Peak[],
): { part: (typeof parts)[number]['part']; chapters: Chapter[] }[] {
  let number = 0;
  return parts.map(({ part, chapters }) => ({
    part,
    chapters: chapters.map((id): Chapter => {
      const peak = peaks.find(({ slug }) => slug === id);
      number += 1;
      return { id, number, heightM: peak?.height_m ?? 0, year: peak?.year };
    }),
  }));
}
