import type { Dot } from '@/shared/art/lines';
import { randomFrom } from '@/shared/art/noise';
import type { Ground } from './routes';

/** An SVG path of short strokes below a line: the hatching of a kind of ground. `seed` varies the strokes. */
export function hatchOf(ground: Ground, dots: Dot[], seed: number): string {
  const random = randomFrom(seed * 7919 + ground.length);
  const falls = (dots.at(-1)?.y ?? 0) > (dots[0]?.y ?? 0);
  return alongLine(dots, spacing[ground])
    .map((dot, at) => strokes[ground](dot, at, random, falls))
    .join('');
}

const spacing: Record<Ground, number> = { path: 11, rock: 7, snow: 9, ice: 10 };

type Stroke = (dot: Dot, at: number, random: () => number, falls: boolean) => string;

const strokes: Record<Ground, Stroke> = {
  // Stones of a moraine.
  path: ({ x, y }, _, random) =>
    `M${tenth(x)} ${tenth(y + 6 + random() * 8)}h0.1m${tenth(4 + random() * 3)} ${tenth(random() * 5)}h0.1`,
  // Strokes at 45° across the slope, as for solid ground in a section.
  rock: ({ x, y }, at, random, falls) => {
    const length = 7 + random() * (at % 3 === 0 ? 11 : 5);
    return `M${tenth(x)} ${tenth(y + 4)}l${tenth(falls ? -length : length)} ${tenth(length)}`;
  },
  // A calm surface: a dotted line that follows it.
  snow: ({ x, y }, at, random) =>
    `M${tenth(x)} ${tenth(y + 7)}h2${at % 3 === 0 ? `m3 ${tenth(5 + random() * 4)}h1` : ''}`,
  // Layers.
  ice: ({ x, y }, at) =>
    `M${tenth(x - 5)} ${tenth(y + 6)}h8${at % 2 === 0 ? 'm-9 5h6' : 'm-4 5h5m-3 5h3'}`,
};

/** Points on a line, `apart` from each other. */
function alongLine(dots: Dot[], apart: number): Dot[] {
  const found: Dot[] = [];
  let left = apart / 2;
  dots.slice(1).forEach((to, at) => {
    const from = dots[at] ?? to;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    while (left < length) {
      const t = left / length;
      found.push({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t });
      left += apart;
    }
    left -= length;
  });
  return found;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
