/**
 * A place on the map: the mountains that stand there, the tallest one in the drawing first, and where
 * its names hang on a wide screen, in percent of the map. A pole leads from the summit to the names.
 */
export type MapGroup = {
  slugs: string[];
  /** From the inline start, or from its end where the names run toward the pole. */
  x: number;
  y: number;
  side: 'start' | 'end';
};

const group = (slugs: string[], side: 'start' | 'end', x: number, y: number): MapGroup => ({
  slugs,
  side,
  x,
  y,
});

export const mapGroups: MapGroup[] = [
  group(['denali'], 'start', 18.9, 8),
  group(['aconcagua'], 'end', 66.8, 62.5),
  group(['vinson'], 'start', 35, 86),
  group(['mont-blanc'], 'end', 48, 13),
  group(['elbrus'], 'end', 39.6, 6),
  group(['kilimanjaro'], 'start', 60.2, 45),
  group(['k2', 'broad-peak'], 'end', 31, 0),
  group(['everest', 'lhotse', 'ama-dablam', 'annapurna-i', 'manaslu'], 'start', 72.2, 0),
  group(['carstensz'], 'start', 86, 45),
];
