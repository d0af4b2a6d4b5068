import { useMemo, type CSSProperties, type ReactNode } from 'react';
import { cardSummits } from './card-summits.gen';
import type { Mountain } from './massif';
import { card, cardExtent, cardOf, type CardDrawing } from './ridge-card';
import { noiseMassif } from './ridgeline';

type Props = Mountain & {
  attempt?: boolean;
  className?: string;
  /** The mountain and the side it is seen from. Without it the drawing is decorative. */
  label?: string;
  /** A label at the summit, usually the height. */
  mark?: ReactNode;
};

/**
 * A small drawing of a mountain. The mountains with a shape come from the sprite cards.svg, which keeps
 * pages small; any other is drawn here. A mountain is never mirrored.
 */
export function RidgeDrawing({
  slug,
  heightM,
  attempt = false,
  className = '',
  label,
  mark,
}: Props) {
  const stored = cardSummits[slug];
  const drawn = useMemo(
    () => (stored === undefined ? cardOf(noiseMassif({ slug, heightM }, cardExtent)) : undefined),
    [slug, heightM, stored],
  );
  const summit = stored ?? drawn?.summit;
  return (
    <div className={`relative ${className}`}>
      <svg
        role={label === undefined ? undefined : 'img'}
        aria-label={label}
        aria-hidden={label === undefined}
        viewBox={`0 0 ${card.width} ${card.height}`}
        className={`ridge-fade block w-full ${attempt ? '[--attempt-dash:12_8.5]' : ''}`}
      >
        {drawn === undefined ? <use href={`/art/cards.svg#${slug}`} /> : <Lines {...drawn} />}
      </svg>
      {mark !== undefined && summit !== undefined && <Mark summit={summit} mark={mark} />}
    </div>
  );
}

function Lines({ strokes }: CardDrawing) {
  return (
    <g fill="none" stroke="currentColor" strokeWidth="3.5" strokeLinejoin="round">
      {strokes.map(({ path, opacity, crest }) => (
        <path
          key={path}
          d={path}
          strokeOpacity={opacity}
          strokeDasharray={crest ? 'var(--attempt-dash, none)' : undefined}
        />
      ))}
    </g>
  );
}

type MarkProps = { summit: { x: number; y: number }; mark: ReactNode };

// The line of the label ends before the summit, from either side.
function Mark({ summit, mark }: MarkProps) {
  const place: CSSProperties & { '--summit': string } = {
    '--summit': `${(summit.x / card.width) * 100}%`,
    insetBlockEnd: `${(1 - summit.y / card.height) * 100}%`,
  };
  return (
    <div
      style={place}
      className="absolute start-0 w-[calc(var(--summit)-1.5%)] border-b border-line pb-1 rtl:w-[calc(98.5%-var(--summit))]"
    >
      {mark}
    </div>
  );
}
