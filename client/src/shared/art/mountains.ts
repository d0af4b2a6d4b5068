import type { Mountain } from './massif.ts';

/** A mountain with drawings in public/art, named by its slug. */
export type DrawnMountain = Mountain & { attempt: boolean };

const drawn = (slug: string, heightM: number, attempt = false): DrawnMountain => ({
  slug,
  heightM,
  attempt,
});

/** The mountains of the expeditions, with all drawings. Another slug, height or outcome is drawn in the browser. */
export const drawnMountains: DrawnMountain[] = [
  drawn('kilimanjaro', 5895),
  drawn('mont-blanc', 4810),
  drawn('elbrus', 5642),
  drawn('aconcagua', 6962),
  drawn('denali', 6190),
  drawn('carstensz', 4884),
  drawn('everest', 8848),
  drawn('vinson', 4892),
  drawn('annapurna-i', 8091),
  drawn('ama-dablam', 6812),
  drawn('lhotse', 8516),
  drawn('manaslu', 8163, true),
  drawn('broad-peak', 8051, true),
  drawn('k2', 8611, true),
];

/** Of no expedition: a scale for the others, and the mountain of texts about it. It has a card and a profile. */
export const toubkal: DrawnMountain = drawn('toubkal', 4167);

/** Whether public/art has drawings for this slug, height and outcome. */
export const isDrawn = ({ slug, heightM, attempt }: DrawnMountain): boolean =>
  drawnMountains.some(
    (each) => each.slug === slug && each.heightM === heightM && each.attempt === attempt,
  );
