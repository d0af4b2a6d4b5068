// Written by `npm run art`. Do not edit.
/** Where the summit of each drawing in public/art is, in the units of the card. */
export const cardSummits: Record<string, { x: number; y: number }> = {
  kilimanjaro: { x: 634, y: 260 },
  'mont-blanc': { x: 537, y: 188 },
  elbrus: { x: 545, y: 153 },
  aconcagua: { x: 512, y: 159 },
  denali: { x: 520, y: 184 },
  carstensz: { x: 545, y: 189 },
  everest: { x: 504, y: 138 },
  vinson: { x: 561, y: 288 },
  'annapurna-i': { x: 553, y: 128 },
  'ama-dablam': { x: 472, y: 126 },
  lhotse: { x: 528, y: 201 },
  manaslu: { x: 504, y: 126 },
  'broad-peak': { x: 553, y: 156 },
  k2: { x: 496, y: 124 },
  toubkal: { x: 520, y: 185 },
};
