import type { Dot } from '@/art/lines';

/** A room from above: the stage below, rows of seats around it, and a rope from the stage to the last row. */
export type StagePlan = {
  width: number;
  height: number;
  /** The middle of the stage. */
  stage: Dot;
  rows: { radius: number; seats: Dot[] }[];
  rope: Dot[];
  /** Where the rope has a knot, in the order of the talk. */
  knots: Dot[];
};

type Room = {
  width: number;
  height: number;
  stage: Dot;
  first: number;
  step: number;
  rows: number;
  open: number;
};

const rooms: Record<'wide' | 'tall', Room> = {
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

/** The plan of a room. `open` of a room is half the angle of its rows, in degrees. */
export function stagePlan(view: 'wide' | 'tall'): StagePlan {
  const { width, height, stage, first, step, rows: count, open } = rooms[view];
  const on = (radius: number, degrees: number): Dot => {
    const angle = (degrees * Math.PI) / 180;
    return { x: stage.x + radius * Math.sin(angle), y: stage.y - radius * Math.cos(angle) };
  };
  const last = first + (count - 1) * step;
  // It swings from side to side, and the less the farther it is from the stage.
  const ropeAt = (part: number) =>
    on(
      first * 0.42 + (last - first * 0.42) * part,
      Math.sin(part * Math.PI * 2.5) * open * (0.62 - 0.3 * part),
    );
  const rope = Array.from({ length: steps + 1 }, (_, at) => ropeAt(at / steps));
  // A seat in the way of the rope is left out.
  const isFree = ({ x, y }: Dot) =>
    x > 14 && x < width - 14 && rope.every((dot) => Math.hypot(dot.x - x, dot.y - y) > 13);
  const rows = Array.from({ length: count }, (_, at) => {
    const radius = first + at * step;
    const seats = Math.floor((radius * open * Math.PI) / 90 / 24);
    return {
      radius,
      seats: Array.from({ length: seats + 1 }, (__, seat) =>
        on(radius, open * ((2 * seat) / seats - 1)),
      ).filter(isFree),
    };
  });
  return {
    width,
    height,
    stage,
    rows,
    rope,
    knots: knotAt.map(ropeAt),
  };
}
