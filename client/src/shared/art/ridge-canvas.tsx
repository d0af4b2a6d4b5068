import { useEffect, useRef, useState } from 'react';
import { chosenTheme } from '@/shared/ui/theme';
import { prefersReducedMotion } from '@/shared/ui/use-media';
import { inSlices } from '@/shared/ui/when-idle';
import { finish, interpolate, type Massif, type Mountain } from './massif';
import { massifSteps } from './massif-of';
import { paintSteps, type Palette } from './ridge-painter';
import { cameras, sceneExtents, type View } from './ridge-view';

type Props = {
  mountain: Mountain;
  /** An attempt is drawn with a dashed skyline: the summit was not reached. */
  attempt: boolean;
  /** Right-to-left pages have the mountain on the other side. It is never mirrored. */
  rightToLeft: boolean;
  view: View;
  /** Called when the canvas has faded in. */
  onShown: () => void;
  className: string;
};

type Picture = { mountain: Mountain; attempt: boolean; rightToLeft: boolean; view: View };

const morphMs = 1100;

/** The mountain on a canvas that fills its box. A change of `mountain` is animated. */
export function RidgeCanvas({ mountain, attempt, rightToLeft, view, onShown, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef<Massif>(undefined);
  const [isPainted, setPainted] = useState(false);
  const { slug, heightM } = mountain;
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const picture = { mountain: { slug, heightM }, attempt, rightToLeft, view };
    return draw(canvas.current, picture, shown, () => setPainted(true));
  }, [slug, heightM, attempt, rightToLeft, view]);
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      onAnimationEnd={onShown}
      // The painter reads its colours from these properties, so light-dark() is resolved by CSS.
      style={{
        color: 'var(--color-ink)',
        caretColor: 'var(--peak, var(--color-accent))',
        backgroundColor: 'var(--color-ground)',
        textDecorationColor: 'var(--color-sky)',
        outlineColor: 'var(--color-soil)',
        transitionProperty: 'none', // it reads the new colours at once, also where all transitions last 1 ms
      }}
      className={`${isPainted ? 'ridge-takes-over' : 'invisible'} ${className}`}
    />
  );
}

type Shown = { current: Massif | undefined };

/**
 * Paints when the browser is idle, and whenever the size or the colour scheme changes. Returns the cleanup function.
 * The lines are computed and first painted in slices, since all at once blocks a phone for long.
 */
function draw(
  canvas: HTMLCanvasElement,
  picture: Picture,
  shown: Shown,
  onPainted: () => void,
): () => void {
  const extent = canvas.clientWidth < 768 ? sceneExtents.small : sceneExtents.wide;
  const show = (massif: Massif) => {
    shown.current = massif;
    finish(paintingOf(canvas, massif, picture));
  };
  const watchFrom = (massif: Massif) => watch(canvas, () => show(shown.current ?? massif));
  let stop = inSlices(massifSteps(picture.mountain, extent), (target) => {
    const from = shown.current;
    if (from === undefined) {
      // Not visible yet.
      stop = inSlices(paintingOf(canvas, target, picture), () => {
        shown.current = target;
        stop = watchFrom(target);
        onPainted();
      });
    } else if (from.rows !== target.rows || prefersReducedMotion()) {
      show(target);
      stop = watchFrom(target);
    } else {
      const stopMorph = morph(from, target, show);
      const stopWatching = watchFrom(target);
      stop = () => {
        stopMorph();
        stopWatching();
      };
    }
  });
  return () => stop();
}

function morph(from: Massif, to: Massif, show: (massif: Massif) => void): () => void {
  const start = performance.now();
  let frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);

  function step(now: number): void {
    const progress = Math.min(1, (now - start) / morphMs);
    show(interpolate(from, to, 1 - (1 - progress) ** 3));
    if (progress < 1) frame = requestAnimationFrame(step);
  }
}

function watch(canvas: HTMLCanvasElement, repaint: () => void): () => void {
  const size = new ResizeObserver(() => {
    // It also reports the size that the canvas begins with.
    const { width, height } = sizeOf(canvas);
    if (canvas.width !== width || canvas.height !== height) repaint();
  });
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  const stopTheme = chosenTheme.subscribe(repaint);
  size.observe(canvas);
  scheme.addEventListener('change', repaint);
  return () => {
    size.disconnect();
    stopTheme();
    scheme.removeEventListener('change', repaint);
  };
}

const density = () => Math.min(2, window.devicePixelRatio);

/** The pixels that a canvas has where it is shown. */
const sizeOf = ({ clientWidth, clientHeight }: HTMLCanvasElement) => ({
  width: Math.round(clientWidth * density()),
  height: Math.round(clientHeight * density()),
});

/** The steps that paint a massif as large as the canvas is shown. */
function* paintingOf(
  canvas: HTMLCanvasElement,
  massif: Massif,
  picture: Picture,
): Generator<undefined, void> {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0) return;
  Object.assign(canvas, sizeOf(canvas));
  context.scale(density(), density());
  const { wide, tall } = cameras[picture.view];
  const camera = width < height ? tall : wide;
  const scene = { ...picture, width, height, camera, palette: paletteOf(canvas) };
  yield* paintSteps(context, massif, scene);
}

function paletteOf(canvas: HTMLCanvasElement): Palette {
  const style = getComputedStyle(canvas);
  return {
    ink: style.color,
    peak: style.caretColor,
    ground: style.backgroundColor,
    sky: style.textDecorationColor,
    soil: style.outlineColor,
  };
}
