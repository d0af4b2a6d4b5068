/** The side from which a mountain is drawn. */
export type Side =
  | 'north'
  | 'northNortheast'
  | 'northNorthwest'
  | 'eastNortheast'
  | 'south'
  | 'southwest'
  | 'west'
  | 'westSouthwest';

/** The sides of the mountains with a shape, as the comments of art/peaks name them. */
export const mountainSides: Partial<Record<string, Side>> = {
  kilimanjaro: 'northNorthwest',
  'mont-blanc': 'north',
  elbrus: 'north',
  aconcagua: 'south',
  denali: 'northNortheast',
  carstensz: 'north',
  everest: 'west',
  vinson: 'west',
  'annapurna-i': 'north',
  'ama-dablam': 'westSouthwest',
  lhotse: 'south',
  manaslu: 'eastNortheast',
  'broad-peak': 'southwest',
  k2: 'south',
  toubkal: 'west',
};
