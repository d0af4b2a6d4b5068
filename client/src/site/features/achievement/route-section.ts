import type { Dot } from '@/shared/art/lines';
import { ridgedNoise, seedOf } from '@/shared/art/noise';
import type { Ground, Route, Stop } from './routes';

/** The composition of a section: its size, and the area of the profile within it. */
export type SectionBox = {
  width: number;
  height: number;
  start: number;
  end: number;
  top: number;
  foot: number;
};

export const sectionBoxes: Record<'wide' | 'tall', SectionBox> = {
  wide: { width: 1200, height: 640, start: 184, end: 1130, top: 140, foot: 556 },
  tall: { width: 360, height: 640, start: 60, end: 186, top: 56, foot: 560 },
};

/** The ground of one leg: its outline from stop to stop. */
type Leg = { ground: Ground; dots: Dot[] };

/** A stop with its place in the drawing. */
type PlacedStop = Stop & Dot;

export type Section = {
  legs: Leg[];
  stops: PlacedStop[];
  /** The altitudes of the scale, in metres, with their y. */
  scale: { m: number; y: number }[];
};

const stepsOfLeg = 12;

/** The ascent as an altitude profile. Altitudes are to scale; distances across are not. */
export function sectionOf(slug: string, route: Route, box: SectionBox): Section {
  const heights = route.map(({ m }) => m);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const yOf = (m: number) => box.foot - ((m - low) / (high - low)) * (box.foot - box.top);
  const xs = acrossOf(heights, box);
  const stops = route.map((each, at) => ({ ...each, x: xs[at] ?? 0, y: yOf(each.m) }));
  const rough = ridgedNoise(seedOf(slug), 3);
  const legs = stops.slice(1).map((to, at): Leg => {
    const from = stops[at] ?? to;
    return { ground: to.ground, dots: legOf(from, to, (t) => rough(at * 3 + t * 4, 1) - 0.5) };
  });
  return { legs, stops, scale: scaleOf(low, high, yOf) };
}

// A leg is the wider, the more it climbs or descends; none is too narrow for a tent.
function acrossOf(heights: number[], box: SectionBox): number[] {
  const steps = heights.slice(1).map((m, at) => Math.abs(m - (heights[at] ?? m)));
  const climbed = steps.reduce((sum, step) => sum + step, 0);
  const least = 0.7 / steps.length;
  let x = box.start;
  const rest = steps.map((step) => {
    x += (box.end - box.start) * (least + 0.3 * (step / climbed));
    return x;
  });
  return [box.start, ...rest];
}

function legOf(from: Dot, to: Dot, bend: (t: number) => number): Dot[] {
  const reach = Math.min(26, Math.hypot(to.x - from.x, to.y - from.y) * 0.12);
  return Array.from({ length: stepsOfLeg + 1 }, (_, step) => {
    const t = step / stepsOfLeg;
    const ends = Math.sin(Math.PI * t);
    return {
      x: from.x + (to.x - from.x) * t,
      y: from.y + (to.y - from.y) * t + bend(t) * reach * ends,
    };
  });
}

function scaleOf(low: number, high: number, yOf: (m: number) => number) {
  const step = high - low > 2500 ? 1000 : high - low > 1000 ? 500 : 100;
  const first = Math.ceil(low / step) * step;
  const count = Math.floor((high - first) / step) + 1;
  return Array.from({ length: count }, (_, at) => ({
    m: first + at * step,
    y: yOf(first + at * step),
  }));
}

/** A label of two lines: the end of its leader, and its baseline. */
export type Label = { x: number; y: number };

const lines = 40; // height of a label
const gap = 8;

/**
 * The labels of a wide section: each ends above its stop, over the ground and over the labels before it.
 * `widths` are those of the texts.
 */
export function labelsAbove({ legs, stops }: Section, widths: number[]): Label[] {
  const ground = legs.flatMap(({ dots }) => dots);
  const placed: { from: number; to: number; top: number; foot: number }[] = [];
  return stops.map(({ x, y }, at) => {
    const [from, to] = [x - (widths[at] ?? 0), x + 10];
    const under = ground.filter((dot) => dot.x >= from && dot.x <= to).map((dot) => dot.y);
    let foot = Math.min(y, ...under) - 26;
    for (const other of placed.toSorted((a, b) => b.foot - a.foot)) {
      const beside = other.to + gap < from || other.from - gap > to;
      if (!beside && foot > other.top - gap && foot - lines < other.foot + gap)
        foot = other.top - gap;
    }
    placed.push({ from, to, top: foot - lines, foot });
    return { x, y: foot };
  });
}

/** The labels of a tall section: a column beside the profile, by altitude, at least `apart` from each other. */
export function labelsBeside({ stops }: Section, box: SectionBox, apart: number): Label[] {
  const order = stops
    .map((_, at) => at)
    .toSorted((a, b) => (stops[a]?.y ?? 0) - (stops[b]?.y ?? 0));
  const ys = order.map((at) => stops[at]?.y ?? 0);
  const down = ys.reduce<number[]>(
    (all, y) => [...all, Math.max(y, (all.at(-1) ?? -apart) + apart)],
    [],
  );
  const floor = box.foot + 8;
  const up = down.reduceRight<number[]>(
    (all, y) => [Math.min(y, (all[0] ?? floor + apart) - apart), ...all],
    [],
  );
  const labels = stops.map((): Label => ({ x: box.end + 30, y: 0 }));
  order.forEach((at, place) => (labels[at] = { x: box.end + 30, y: up[place] ?? 0 }));
  return labels;
}
