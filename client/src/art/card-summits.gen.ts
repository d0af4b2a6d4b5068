// Written by `npm run art`. Do not edit.
/** Where the summit of each drawing in public/art is, in the units of the card. */
export const cardSummits: Record<string, { x: number; y: number }> = {
  kilimanjaro: { x: 600, y: 312 },
  'mont-blanc': { x: 548, y: 242 },
  elbrus: { x: 539, y: 217 },
  aconcagua: { x: 522, y: 217 },
  denali: { x: 513, y: 278 },
  carstensz: { x: 530, y: 337 },
  everest: { x: 513, y: 193 },
  vinson: { x: 565, y: 350 },
  'annapurna-i': { x: 583, y: 185 },
  'ama-dablam': { x: 470, y: 126 },
  lhotse: { x: 548, y: 229 },
  manaslu: { x: 504, y: 126 },
  'broad-peak': { x: 557, y: 156 },
  k2: { x: 504, y: 124 },
};
