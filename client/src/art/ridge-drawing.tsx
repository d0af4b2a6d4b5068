import { useMemo, type ReactNode } from 'react';
import { massifOf, type Massif, type Mountain } from './ridgeline';

type Props = Mountain & {
  attempt?: boolean;
  className?: string;
  /** Stands on a hairline that leads to the summit: the height, at its height. */
  mark?: ReactNode;
};

const width = 200;
const height = 136;
const rows = 17;
const points = 84;
const ground = 0.83; // the far plain, as a part of the height
const tallest = 0.7; // what 8,848 m take of it

/** A small drawing of a mountain, in the scale of every other; its sides fade into the page. */
export function RidgeDrawing({ slug, heightM, attempt = false, className = '', mark }: Props) {
  const { lines, summit } = useMemo(
    () => drawingOf(massifOf({ slug, heightM }, rows, points)),
    [slug, heightM],
  );
  return (
    <div className={`relative ${className}`}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className="ridge-fade block w-full rtl:-scale-x-100"
      >
        {lines.map(({ path, strength }) => (
          <path
            key={path}
            d={path}
            fill="var(--ridge-ground, var(--color-ground))"
            stroke="currentColor"
            strokeOpacity={strength}
            strokeWidth="0.7"
            strokeLinejoin="round"
            strokeDasharray={attempt ? '2.4 1.7' : undefined}
          />
        ))}
      </svg>
      {mark !== undefined && (
        <div
          style={{
            insetBlockEnd: `${(1 - summit.y / height) * 100}%`,
            inlineSize: `${(summit.x / width) * 100 - 1.5}%`,
          }}
          className="absolute start-0 border-b border-line pb-1"
        >
          {mark}
        </div>
      )}
    </div>
  );
}

type Line = { path: string; strength: number };
type Point = { x: number; y: number };

function drawingOf(massif: Massif): { lines: Line[]; summit: Point } {
  let summit: Point = { x: width / 2, y: height };
  const lines = Array.from({ length: massif.rows }, (_, row) => {
    const near = row / (massif.rows - 1);
    const dots = dotsOf(massif, row, near);
    summit = dots.reduce((top, dot) => (dot.y < top.y ? dot : top), summit);
    return { path: pathOf(dots), strength: 0.92 - 0.64 * near };
  });
  return { lines, summit };
}

function dotsOf({ heights, points: count }: Massif, row: number, near: number): Point[] {
  const base = height * (ground + (1.02 - ground) * near ** 1.3);
  return Array.from(heights.subarray(row * count, (row + 1) * count), (value, at) => ({
    x: (at / (count - 1)) * width,
    y: base - value * height * tallest,
  }));
}

// Each line ends outside the picture, so that its own edges are never seen.
function pathOf(dots: Point[]): string {
  const path = dots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  return `M-2 ${height + 9}L${path}L${width + 2} ${height + 9}`;
}
