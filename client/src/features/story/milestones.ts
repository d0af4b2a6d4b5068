import { drawnMountains } from '../../art/mountains';

/** A year of the story, and the mountains that were climbed in it. */
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

/** The years that changed something, in order. Their words are in story.json below `years`. */
export const storyYears: StoryYear[] = years.map((year) => ({ year, peaks: climbed[year] }));

/** Metres of each mountain of each year; a year without one stays in the valley. */
export const storyHeights: number[][] = storyYears.map(({ peaks }) =>
  peaks.flatMap((slug) => drawnMountains.find((each) => each.slug === slug)?.heightM ?? []),
);
