import type { CSSProperties, ReactNode } from 'react';
import { card } from './ridge-view';

/** How a card drawing is shown. */
export type RidgeLook = {
  attempt?: boolean;
  /** The mountain and the side it is seen from. Without it the drawing is decorative. */
  label?: string;
  /** A label at the summit, usually the height. */
  mark?: ReactNode;
};

type Props = RidgeLook & {
  /** In viewBox units; undefined while the lines are not drawn. */
  summit: { x: number; y: number } | undefined;
  /** The lines. */
  children?: ReactNode;
};

/** The box of a card drawing, and the label at its summit. */
export function RidgeFrame({ attempt = false, label, mark, summit, children }: Props) {
  return (
    <>
      <svg
        role={label === undefined ? undefined : 'img'}
        aria-label={label}
        aria-hidden={label === undefined}
        viewBox={`0 0 ${card.width} ${card.height}`}
        className={`ridge-fade block w-full ${attempt ? '[--attempt-dash:12_8.5]' : ''}`}
      >
        {children}
      </svg>
      {mark !== undefined && summit !== undefined && <Mark summit={summit} mark={mark} />}
    </>
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
