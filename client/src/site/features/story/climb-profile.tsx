import { climbBox } from './climb-path';
import { storyYears } from './milestones';

/**
 * The years as one skyline. A CSS scroll timeline highlights the part that has been scrolled past.
 * Decorative: the list has all the data.
 */
export function ClimbProfile() {
  return (
    <div aria-hidden="true" className="flex h-full flex-col">
      <svg
        viewBox={`0 0 ${climbBox.width} ${climbBox.height}`}
        preserveAspectRatio="none"
        className="min-h-0 w-full grow text-ink rtl:-scale-x-100"
        fill="none"
        stroke="currentColor"
      >
        <use href="/art/climb.svg#ground" strokeOpacity="0.28" />
        <use href="/art/climb.svg#skyline" strokeOpacity="0.5" />
        <g className="climb-done text-accent" strokeWidth="2.5" strokeLinejoin="round">
          <use href="/art/climb.svg#skyline" />
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
