import type { CSSProperties } from 'react';

const ranges = [1, 2, 3, 4];

/** Mountain ranges behind each other, from the page background to the night colour. Decorative. */
export function DuskHorizon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1440 240"
      preserveAspectRatio="none"
      className="block h-[clamp(7rem,17vw,15rem)] w-full rtl:-scale-x-100"
    >
      {ranges.map((range) => {
        const depth: CSSProperties & { '--night': string } = {
          '--night': `${(100 * range) / ranges.length}%`,
        };
        return (
          <use
            key={range}
            href={`/art/dusk.svg#range-${range}`}
            style={depth}
            className="fill-[color-mix(in_oklab,var(--color-night)_var(--night),var(--color-ground))] stroke-line"
          />
        );
      })}
    </svg>
  );
}
