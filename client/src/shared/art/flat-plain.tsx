import { useMemo } from 'react';
import { ridgedNoise } from './noise';

const lines = 16;
const points = 60;

/** The drawing without a mountain, for error pages and empty lists. */
export function FlatPlain({ className = '' }: { className?: string }) {
  const paths = useMemo(() => drawPlain(), []);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1000 200"
      preserveAspectRatio="none"
      className={className}
      fill="none"
      stroke="currentColor"
    >
      {paths.map((path) => (
        <path key={path} d={path} vectorEffect="non-scaling-stroke" strokeOpacity="0.45" />
      ))}
    </svg>
  );
}

function drawPlain(): string[] {
  const noise = ridgedNoise(8848, 3);
  return Array.from({ length: lines }, (_, line) => {
    const base = 12 + 188 * (line / lines) ** 1.5;
    const dots = Array.from({ length: points + 1 }, (__, point) => {
      const y = base - 6 * noise(point / 9, line / 3);
      return `${((point / points) * 1000).toFixed(0)} ${y.toFixed(1)}`;
    });
    return `M${dots.join('L')}`;
  });
}
