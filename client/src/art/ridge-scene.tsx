import { useEffect, useId, useMemo, useState, type CSSProperties } from 'react';
import { RidgeCanvas } from './ridge-canvas';
import { dashedAbove, cameras, openingOf, summitOfRow, type View } from './ridge-painter';
import { massifOf, summitOf, type Massif, type Mountain } from './ridgeline';

type Props = {
  mountain: Mountain;
  /** An attempt is drawn with broken lines: the summit was not reached. */
  attempt: boolean;
  /** True on right-to-left pages. */
  mirrored: boolean;
  view: View;
  className?: string;
};

/**
 * The mountain in a box. SVG lines are part of the prerendered page, so they show before any script.
 * When the browser is idle, a canvas with more lines and with animation replaces them. Both use the
 * same cameras, so nothing shifts.
 */
export function RidgeScene({ className = '', ...picture }: Props) {
  const ready = useIdle();
  const [canvasShown, setCanvasShown] = useState(false);
  return (
    <div aria-hidden="true" className={`ridge-scene overflow-clip ${className}`}>
      {!canvasShown && <RidgeLines {...picture} />}
      {ready && (
        <RidgeCanvas
          {...picture}
          onShown={() => setCanvasShown(true)}
          className="ridge-takes-over absolute inset-0 size-full"
        />
      )}
    </div>
  );
}

// True once the browser has been idle. Safari has no requestIdleCallback.
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const ready = () => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(ready, 200);
      return () => clearTimeout(timer);
    }
    const callback = requestIdleCallback(ready, { timeout: 1500 });
    return () => cancelIdleCallback(callback);
  }, []);
  return idle;
}

const rows = 32;
const points = 116;
const unit = 1000;

type Cameras = CSSProperties & Record<`--${'wide' | 'tall'}-${string}`, number>;

function RidgeLines({ mountain, attempt, mirrored, view }: Omit<Props, 'className'>) {
  const id = useId();
  const { slug, heightM } = mountain;
  const { lines, summit } = useMemo(
    () => linesOf(massifOf({ slug, heightM }, rows, points)),
    [slug, heightM],
  );
  return (
    <svg
      viewBox={`0 0 ${unit} ${unit}`}
      preserveAspectRatio="none"
      style={camerasOf(view)}
      className={`ridge-lines absolute inset-0 size-full ${mirrored ? '-scale-x-100' : ''}`}
    >
      <defs>
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x2="0" y2={-summit * unit}>
          <stop stopColor="var(--color-ink)" stopOpacity="0.15" />
          <stop offset="0.28" stopColor="var(--color-ink)" stopOpacity="0.42" />
          <stop offset="0.62" stopColor="var(--color-ink)" stopOpacity="0.85" />
          <stop offset="0.82" stopColor="var(--color-ink)" />
          <stop offset="0.9" stopColor="var(--peak, var(--color-accent))" />
        </linearGradient>
      </defs>
      {lines.map(({ path, opening, high }) => {
        const place: CSSProperties & { '--opening': number } = { '--opening': opening };
        return (
          <path
            key={opening}
            d={path}
            style={place}
            stroke={`url(#${id})`}
            strokeDasharray={attempt && high > summit * dashedAbove ? '6 4' : undefined}
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
    </svg>
  );
}

type Line = { path: string; opening: number; high: number };

function linesOf(massif: Massif): { lines: Line[]; summit: number } {
  const lines = Array.from({ length: massif.rows }, (_, row) => ({
    path: pathOf(massif, row),
    opening: Math.round(openingOf(row / (massif.rows - 1)) * 1e4) / 1e4,
    high: summitOfRow(massif, row),
  }));
  return { lines, summit: summitOf(massif) };
}

// Relative coordinates take a third of the size of absolute ones. Each line begins and ends below the
// viewBox, so that its fill hides the lines behind it.
function pathOf({ heights, points: count }: Massif, row: number): string {
  const places = Array.from(heights.subarray(row * count, (row + 1) * count), (height, at) => ({
    x: Math.round((at / (count - 1)) * unit),
    y: -Math.round(height * unit),
  }));
  const steps = places.map(({ x, y }, at) => {
    const before = places[at - 1] ?? { x: 0, y: 4 * unit };
    const down = y - before.y;
    return `${x - before.x}${down < 0 ? '' : ' '}${down}`;
  });
  return `M0 ${4 * unit}l${steps.join(' ')}V${4 * unit}`;
}

// CSS chooses between the two by the aspect ratio of the box, as the canvas does.
function camerasOf(view: View): Cameras {
  const { wide, tall } = cameras[view];
  return {
    '--wide-horizon': wide.horizon,
    '--wide-rise': wide.rise,
    '--wide-start': wide.centre - wide.spread / 2,
    '--wide-spread': wide.spread,
    '--tall-horizon': tall.horizon,
    '--tall-rise': tall.rise,
    '--tall-start': tall.centre - tall.spread / 2,
    '--tall-spread': tall.spread,
  };
}
