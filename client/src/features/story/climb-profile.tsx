import { useMemo } from 'react';
import { climbBox, climbLines } from './climb-path';
import { storyHeights, storyYears } from './milestones';

/**
 * The years as one skyline. A CSS scroll timeline highlights the part that has been scrolled past.
 * Decorative: the list has all the data.
 */
export function ClimbProfile() {
  const lines = useMemo(() => climbLines(storyHeights), []);
  const [skyline = '', ...ground] = lines;
  return (
    <div aria-hidden="true" className="flex h-full flex-col">
      <svg
        viewBox={`0 0 ${climbBox.width} ${climbBox.height}`}
        preserveAspectRatio="none"
        className="min-h-0 w-full grow text-ink rtl:-scale-x-100"
        fill="none"
        stroke="currentColor"
      >
        {ground.map((path) => (
          <path key={path} d={path} strokeOpacity="0.28" vectorEffect="non-scaling-stroke" />
        ))}
        <path d={skyline} strokeOpacity="0.5" vectorEffect="non-scaling-stroke" />
        <g className="climb-done text-accent" strokeWidth="2.5" strokeLinejoin="round">
          <path d={skyline} vectorEffect="non-scaling-stroke" />
        </g>
      </svg>
      <ol
        // With a very large font size the seven years would be wider than a phone.
        style={{ fontSize: 'min(var(--text-label), 4.4vw)' }}
        className="grid grid-cols-7 border-t border-line pt-2 text-center text-muted"
      >
        {storyYears.map(({ year }) => (
          <li key={year}>{year}</li>
        ))}
      </ol>
    </div>
  );
}
