import { drawnMountains } from '../../../shared/art/mountains.ts';

/** A year of the story, and the slugs of the mountains climbed in it. */
export type StoryYear = { year: (typeof years)[number]; peaks: string[] };

const years = ['2010', '2011', '2012', '2014', '2015', '2017', '2018'] as const;

const climbed: Record<StoryYear['year'], string[]> = {
  2010: [],
  2011: ['kilimanjaro', 'mont-blanc'],
  2012: ['elbrus'],
  2014: ['aconcagua', 'denali'],
  2015: ['carstensz'],
  2017: ['everest'],
  2018: ['vinson'],
};

/** The years of the story in order. Their texts are in story.json below `years`. */
export const storyYears: StoryYear[] = years.map((year) => ({ year, peaks: climbed[year] }));

/** The heights of the mountains of each year, in metres. */
export const storyHeights: number[][] = storyYears.map(({ peaks }) =>
  peaks.flatMap((slug) => drawnMountains.find((each) => each.slug === slug)?.heightM ?? []),
);
