import { isDrawn, type DrawnMountain } from './mountains';

type Props = DrawnMountain & {
  /** Right-to-left pages see the massif from the other side. */
  mirrored?: boolean;
  className?: string;
};

/**
 * The first picture of a hero: the lines of RidgeCanvas as a file, in the page's own colours, so that
 * it stands in the HTML. Put it in the same box as the canvas, which paints the same massif over it.
 * Draws nothing for a mountain of which there is no file.
 */
export function RidgeStill({ mirrored = false, className = '', ...mountain }: Props) {
  if (!isDrawn(mountain)) return null;
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none text-ink ${mirrored ? '-scale-x-100' : ''} ${className}`}
    >
      <Still file={`/art/${mountain.slug}-hero.svg`} className="portrait:hidden" />
      <Still file={`/art/${mountain.slug}-hero-tall.svg`} className="hidden portrait:block" />
    </div>
  );
}

function Still({ file, className }: { file: string; className: string }) {
  return (
    <svg viewBox="0 0 1600 1000" preserveAspectRatio="none" className={`size-full ${className}`}>
      <use href={`${file}#ridge`} />
    </svg>
  );
}
