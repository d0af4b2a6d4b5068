// Written by `npm run art`. Do not edit.
import type { SummitFrame } from './profile';

/** The frame of each drawing in public/art/profiles.svg. */
export const profileFrames: Record<string, SummitFrame> = {
  kilimanjaro: { widthKm: 21.2, summitKm: 13.4, baseM: 1200 },
  'mont-blanc': { widthKm: 9.2, summitKm: 4.9, baseM: 1300 },
  elbrus: { widthKm: 9.8, summitKm: 5.3, baseM: 2500 },
  aconcagua: { widthKm: 7.2, summitKm: 3.7, baseM: 4000 },
  denali: { widthKm: 17.8, summitKm: 9.2, baseM: 700 },
  carstensz: { widthKm: 2.4, summitKm: 1.3, baseM: 4180 },
  everest: { widthKm: 8.9, summitKm: 4.5, baseM: 5000 },
  vinson: { widthKm: 17, summitKm: 9.6, baseM: 1900 },
  'annapurna-i': { widthKm: 8.8, summitKm: 4.9, baseM: 4200 },
  'ama-dablam': { widthKm: 5.55, summitKm: 2.6, baseM: 4350 },
  lhotse: { widthKm: 9.8, summitKm: 5.2, baseM: 4900 },
  manaslu: { widthKm: 9.6, summitKm: 4.8, baseM: 3900 },
  'broad-peak': { widthKm: 8.1, summitKm: 4.5, baseM: 4700 },
  k2: { widthKm: 8.2, summitKm: 4.1, baseM: 4950 },
  toubkal: { widthKm: 4.55, summitKm: 2.35, baseM: 3000 },
};
