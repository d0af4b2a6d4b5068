import { summitOf, type Extent, type Massif } from './massif.ts';
import { bodyOf, strokesOf, type Stroke } from './strokes.ts';

/** Units of the viewBox of a profile for one kilometre, across and upward. */
export const unitsPerKm = 100;

/** The altitude at the top of a profile, in km. */
export const profileTopKm = 9;

/** The part of the land that a profile shows. */
export type Frame = {
  /** From the left edge to the right one, in km. */
  widthKm: number;
  /** Altitude of the foot of the mountain, in metres. */
  baseM: number;
};

/** The frame of a profile, and its summit. */
export type SummitFrame = Frame & {
  /** From the left edge to the summit, in km. */
  summitKm: number;
};

/** A mountain at true proportions, over the altitude on which it stands. */
export type Profile = {
  /** The filled outline, which hides the lines of altitude behind it. */
  body: string;
  strokes: Stroke[];
};

/** About one line for each 240 m of relief. */
export const profileExtent = (reliefM: number): Extent => ({
  face: Math.round(Math.min(40, Math.max(9, reliefM / 240))),
  plain: 1,
  points: 80,
  margin: 0,
  reach: 0.036,
  gap: 0.015,
});

/** The frame of a mountain that has no shape of its own. */
export const frameOfOther = (heightM: number): SummitFrame => ({
  widthKm: 8,
  summitKm: 4,
  baseM: Math.max(0, heightM - 3000),
});

/** The profile of a massif: one scale for height and width, whatever the stretch of the massif. */
export function profileOf(massif: Massif, heightM: number, { widthKm, baseM }: Frame): Profile {
  const scale = (heightM - baseM) / 1000 / widthKm / summitOf(massif);
  const foot = (profileTopKm - baseM / 1000) * unitsPerKm;
  const place = { width: widthKm * unitsPerKm, foot, tolerance: 4.4 };
  const level = {
    ...massif,
    heights: massif.heights.map((height) => height * scale),
    drops: massif.drops.map(() => 0),
  };
  return { body: bodyOf(level, place, Math.round(foot)), strokes: strokesOf(level, place) };
}
