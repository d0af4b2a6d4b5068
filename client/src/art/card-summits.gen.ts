// Written by `npm run art`. Do not edit.
/** Where the summit of each drawing in public/art is, in the units of the card. */
export const cardSummits: Record<string, { x: number; y: number }> = {
  kilimanjaro: { x: 1012, y: 551 },
  'mont-blanc': { x: 988, y: 654 },
  elbrus: { x: 1012, y: 551 },
  aconcagua: { x: 892, y: 422 },
  denali: { x: 819, y: 470 },
  carstensz: { x: 988, y: 633 },
  everest: { x: 1012, y: 206 },
  vinson: { x: 1108, y: 645 },
  'annapurna-i': { x: 1084, y: 288 },
  'ama-dablam': { x: 1133, y: 438 },
  lhotse: { x: 988, y: 242 },
  manaslu: { x: 1084, y: 293 },
  'broad-peak': { x: 1084, y: 292 },
  k2: { x: 1012, y: 232 },
};
