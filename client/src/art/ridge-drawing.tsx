import { useMemo } from 'react';
import { massifOf, type Massif, type Mountain } from './ridgeline';

type Props = Mountain & { attempt?: boolean; className?: string };

const width = 200;
const height = 130;
const rows = 15;
const points = 64;

/** A small drawing of a mountain, in the scale of every other: 8,848 m fill its height. */
export function RidgeDrawing({ slug, heightM, attempt = false, className = '' }: Props) {
  const lines = useMemo(() => linesOf(massifOf({ slug, heightM }, rows, points)), [slug, heightM]);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={className}>
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
  );
}

type Line = { path: string; strength: number };

// Each line ends outside the picture, so that its own edges are never seen.
function linesOf(massif: Massif): Line[] {
  return Array.from({ length: massif.rows }, (_, row) => {
    const near = row / (massif.rows - 1);
    const base = height * (0.8 + 0.21 * near);
    const own = massif.heights.subarray(row * massif.points, (row + 1) * massif.points);
    const dots = Array.from(own, (value, at) => {
      const x = (at / (massif.points - 1)) * width;
      return `${x.toFixed(1)} ${(base - value * height * 0.78).toFixed(1)}`;
    });
    return {
      path: `M-2 ${height + 9}L${dots.join('L')}L${width + 2} ${height + 9}`,
      strength: 0.9 - 0.6 * near,
    };
  });
}
