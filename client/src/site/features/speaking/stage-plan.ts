import type { Dot } from '../../../shared/art/lines.ts';

/** A room from above: the stage below, and a rope from it through the rows of seats to the last one. */
export type StagePlan = {
  width: number;
  height: number;
  /** The middle of the stage. */
  stage: Dot;
  rope: Dot[];
  /** Positions of the knots of the rope, in the order of the talk. */
  knots: Dot[];
};

export type Room = {
  width: number;
  height: number;
  stage: Dot;
  first: number;
  step: number;
  rows: number;
  open: number;
};

export const rooms: Record<'wide' | 'tall', Room> = {
  wide: {
    width: 1200,
    height: 640,
    stage: { x: 600, y: 588 },
    first: 150,
    step: 42,
    rows: 10,
    open: 76,
  },
  tall: {
    width: 360,
    height: 560,
    stage: { x: 180, y: 520 },
    first: 104,
    step: 38,
    rows: 10,
    open: 62,
  },
};

const knotAt = [0.02, 0.27, 0.52, 0.76, 1]; // parts of the way to the last row
const steps = 120;

/** The point at a distance from the stage, in degrees from the middle of the room. */
export function placeIn(stage: Dot, radius: number, degrees: number): Dot {
  const angle = (degrees * Math.PI) / 180;
  return { x: stage.x + radius * Math.sin(angle), y: stage.y - radius * Math.cos(angle) };
}

/** The plan of a room. `open` of a room is half the angle of its rows, in degrees. */
export function stagePlan(view: 'wide' | 'tall'): StagePlan {
  const { width, height, stage, first, step, rows: count, open } = rooms[view];
  const last = first + (count - 1) * step;
  // It swings from side to side, and the less the farther it is from the stage.
  const ropeAt = (part: number) =>
    placeIn(
      stage,
      first * 0.42 + (last - first * 0.42) * part,
      Math.sin(part * Math.PI * 2.5) * open * (0.62 - 0.3 * part),
    );
  const rope = Array.from({ length: steps + 1 }, (_, at) => ropeAt(at / steps));
  return {
    width,
    height,
    stage,
    rope,
    knots: knotAt.map(ropeAt),
  };
}
