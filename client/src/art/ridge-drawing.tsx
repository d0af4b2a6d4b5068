import { useMemo, type ReactNode } from 'react';
import { card, cardOf } from './ridge-card';
import { cardSummits } from './card-summits.gen';
import type { Mountain } from './ridgeline';
import { isDrawn } from './mountains';

type Props = Mountain & {
  attempt?: boolean;
  className?: string;
  /** A label at the summit, usually the height. */
  mark?: ReactNode;
};

/**
 * A small drawing of a mountain, on the same scale as all others. Known mountains come from the sprite
 * cards.svg, which keeps pages small; any other is drawn here.
 */
export function RidgeDrawing({ slug, heightM, attempt = false, className = '', mark }: Props) {
  const known = isDrawn({ slug, heightM, attempt });
  return (
    <div className={`relative ${className}`}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${card.width} ${card.height}`}
        className="ridge-fade block w-full rtl:-scale-x-100"
      >
        {known ? (
          <use href={`/art/cards.svg#${slug}`} />
        ) : (
          <Lines slug={slug} heightM={heightM} attempt={attempt} />
        )}
      </svg>
      {mark !== undefined && <Mark slug={slug} heightM={heightM} known={known} mark={mark} />}
    </div>
  );
}

function Lines({ slug, heightM, attempt }: Mountain & { attempt: boolean }) {
  const { lines } = useMemo(() => cardOf({ slug, heightM }), [slug, heightM]);
  return (
    <g
      fill="none"
      stroke="currentColor"
      strokeWidth="7"
      strokeLinejoin="round"
      strokeDasharray={attempt ? '24 17' : undefined}
    >
      {lines.map(({ path, strength }) => (
        <path key={path} d={path} strokeOpacity={strength} />
      ))}
    </g>
  );
}

type MarkProps = Mountain & { known: boolean; mark: ReactNode };

function Mark({ slug, heightM, known, mark }: MarkProps) {
  const summit = useMemo(() => {
    const stored = known ? cardSummits[slug] : undefined;
    return stored ?? cardOf({ slug, heightM }).summit;
  }, [slug, heightM, known]);
  return (
    <div
      style={{
        insetBlockEnd: `${(1 - summit.y / card.height) * 100}%`,
        inlineSize: `${(summit.x / card.width) * 100 - 1.5}%`,
      }}
      className="absolute start-0 border-b border-line pb-1"
    >
      {mark}
    </div>
  );
}
