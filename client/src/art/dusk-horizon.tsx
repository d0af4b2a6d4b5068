import { useMemo, type CSSProperties } from 'react';
import { ridgedNoise } from './noise';

const layers = 4;
const points = 96;
const width = 1440;
const height = 240;

/** Mountain ranges behind each other, from the page background to the night colour. Decorative. */
export function DuskHorizon() {
  const ranges = useMemo(() => rangesAtDusk(), []);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-[clamp(7rem,17vw,15rem)] w-full rtl:-scale-x-100"
    >
      {ranges.map(({ path, night }) => {
        const depth: CSSProperties & { '--night': string } = { '--night': `${night}%` };
        return (
          <path
            key={path}
            d={path}
            style={depth}
            className="fill-[color-mix(in_oklab,var(--color-night)_var(--night),var(--color-ground))] stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
    </svg>
  );
}

function rangesAtDusk(): { path: string; night: number }[] {
  return Array.from({ length: layers }, (_, layer) => {
    const noise = ridgedNoise(2017 + layer, 4);
    const near = (layer + 1) / layers;
    const foot = height * (0.36 + 0.62 * near);
    const rise = height * (0.62 - 0.3 * near);
    const line = Array.from({ length: points + 1 }, (__, point) => {
      const crest = noise((point / points) * (5 + 3 * layer), layer * 7);
      const y = foot - rise * crest;
      return `${Math.round((point / points) * width)} ${Math.round(y)}`;
    });
    return { path: `M0 ${height + 2}L${line.join('L')}V${height + 2}`, night: 100 * near };
  });
}
