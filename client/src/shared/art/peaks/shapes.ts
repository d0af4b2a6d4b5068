import * as continents from './continents.ts';
import * as himalaya from './himalaya.ts';
import * as karakoram from './karakoram.ts';
import type { PeakShape } from './peak-shape.ts';

/** The shapes of the drawn mountains, by slug. They are the only source of every drawing. */
export const shapes: Record<string, PeakShape> = {
  kilimanjaro: continents.kilimanjaro,
  'mont-blanc': continents.montBlanc,
  elbrus: continents.elbrus,
  aconcagua: continents.aconcagua,
  denali: continents.denali,
  carstensz: continents.carstensz,
  everest: himalaya.everest,
  vinson: continents.vinson,
  'annapurna-i': himalaya.annapurnaI,
  'ama-dablam': himalaya.amaDablam,
  lhotse: himalaya.lhotse,
  manaslu: himalaya.manaslu,
  'broad-peak': karakoram.broadPeak,
  k2: karakoram.k2,
  toubkal: continents.toubkal,
};
