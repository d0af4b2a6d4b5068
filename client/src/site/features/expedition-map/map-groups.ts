/**
 * Labels of mountains close to each other. A line leads from the first one to the labels. `y` is the
 * position of the labels in percent of the map's height, `side` their side of the line.
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
