// Written by `npm run art`. Do not edit.
/** Where each summit stands on public/art/world.svg, in its units. */
export const mapPoints: Record<string, { x: number; y: number }> = {
  kilimanjaro: { x: 5962, y: 2966 },
  'mont-blanc': { x: 5150, y: 1563 },
  elbrus: { x: 5994, y: 1546 },
  aconcagua: { x: 3259, y: 3745 },
  denali: { x: 1845, y: 974 },
  carstensz: { x: 8559, y: 3046 },
  everest: { x: 7170, y: 1772 },
  vinson: { x: 3453, y: 5205 },
  'annapurna-i': { x: 7088, y: 1832 },
  'ama-dablam': { x: 7169, y: 1933 },
  lhotse: { x: 7170, y: 1798 },
  manaslu: { x: 7107, y: 1826 },
  'broad-peak': { x: 6861, y: 1595 },
  k2: { x: 6859, y: 1551 },
};
