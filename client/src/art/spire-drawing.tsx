import { useMemo } from 'react';
import { isDrawn, type DrawnMountain } from './mountains';
import { spire, spireOf } from './spire';

type Props = DrawnMountain & { className?: string };

/** A summit as a spire on the scale of 0 to 9,000 m, stretched to its box. Decorative. */
export function SpireDrawing({ className = '', ...mountain }: Props) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${spire.width} ${spire.height}`}
      preserveAspectRatio="none"
      className={`overflow-visible rtl:-scale-x-100 ${className}`}
    >
      {isDrawn(mountain) ? (
        <use href={`/art/spires.svg#${mountain.slug}`} />
      ) : (
        <Lines {...mountain} />
      )}
    </svg>
  );
}

function Lines({ slug, heightM, attempt }: DrawnMountain) {
  const { body, lines } = useMemo(() => spireOf({ slug, heightM }), [slug, heightM]);
  return (
    <>
      <path fill="var(--color-ground)" d={body} />
      <g
        fill="none"
        stroke="currentColor"
        strokeLinejoin="round"
        strokeDasharray={attempt ? '5 4' : undefined}
      >
        {lines.map(({ path, strength }) => (
          <path key={path} d={path} strokeOpacity={strength} vectorEffect="non-scaling-stroke" />
        ))}
      </g>
    </>
  );
}
