// Written by `npm run art`. Do not edit.
import type { SummitFrame } from './profile';

/** The frame of each drawing in public/art/profiles.svg. */
export const profileFrames: Record<string, SummitFrame> = {
  kilimanjaro: { widthKm: 24.6, summitKm: 14.8, baseM: 1200 },
  'mont-blanc': { widthKm: 10.7, summitKm: 5.9, baseM: 1300 },
  elbrus: { widthKm: 12.2, summitKm: 6.6, baseM: 2200 },
  aconcagua: { widthKm: 8.4, summitKm: 4.4, baseM: 4000 },
  denali: { widthKm: 23.5, summitKm: 12, baseM: 700 },
  carstensz: { widthKm: 3.02, summitKm: 1.6, baseM: 4180 },
  everest: { widthKm: 10.2, summitKm: 5.2, baseM: 5000 },
  vinson: { widthKm: 20.4, summitKm: 11.6, baseM: 1900 },
  'annapurna-i': { widthKm: 10.1, summitKm: 5.9, baseM: 4200 },
  'ama-dablam': { widthKm: 5.55, summitKm: 2.6, baseM: 4350 },
  lhotse: { widthKm: 10.6, summitKm: 5.8, baseM: 4900 },
  manaslu: { widthKm: 9.6, summitKm: 4.8, baseM: 3900 },
  'broad-peak': { widthKm: 8.1, summitKm: 4.5, baseM: 4700 },
  k2: { widthKm: 8.2, summitKm: 4.1, baseM: 4950 },
};
