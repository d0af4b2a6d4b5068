/**
 * A place on the map: the mountains that stand there, first the one from which a pole leads up to the
 * names; how high they hang on a wide screen, in percent of the map from its top; and on which side of
 * the pole.
 */
export type MapGroup = { slugs: string[]; y: number; side: 'start' | 'end' };

const group = (slugs: string[], side: 'start' | 'end', y: number): MapGroup => ({ slugs, side, y });

export const mapGroups: MapGroup[] = [
  group(['denali'], 'start', 8),
  group(['aconcagua'], 'end', 58),
  group(['vinson'], 'start', 84),
  group(['mont-blanc'], 'end', 18),
  group(['elbrus'], 'end', 13),
  group(['kilimanjaro'], 'start', 45),
  group(['k2', 'broad-peak'], 'end', 0),
  group(['everest', 'lhotse', 'ama-dablam', 'annapurna-i', 'manaslu'], 'start', 0),
  group(['carstensz'], 'start', 45),
];
