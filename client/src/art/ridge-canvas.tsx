import { useEffect, useRef } from 'react';
import { cameras, paint, type Palette, type View } from './ridge-painter';
import { interpolate, massifOf, type Massif, type Mountain } from './ridgeline';

type Props = {
  mountain: Mountain;
  /** An attempt is drawn with broken lines: the summit was not reached. */
  attempt: boolean;
  /** True on right-to-left pages. */
  mirrored: boolean;
  view: View;
  /** Called when the canvas has faded in. */
  onShown?: () => void;
  className?: string;
};

type Picture = { mountain: Mountain; attempt: boolean; view: View };

const morphMs = 1100;

/** The mountain on a canvas that fills its box. A change of `mountain` is animated. */
export function RidgeCanvas({ mountain, attempt, mirrored, view, onShown, className = '' }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef<Massif>(undefined);
  const { slug, heightM } = mountain;
  useEffect(() => {
    if (canvas.current === null) return undefined;
    return draw(canvas.current, { mountain: { slug, heightM }, attempt, view }, shown);
  }, [slug, heightM, attempt, view]);
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
      }}
      className={`${mirrored ? '-scale-x-100' : ''} ${className}`}
    />
  );
}

/** Paints now and whenever the size or the colour scheme changes. Returns the cleanup function. */
function draw(
  canvas: HTMLCanvasElement,
  { mountain, attempt, view }: Picture,
  shown: { current: Massif | undefined },
): () => void {
  const small = canvas.clientWidth < 768;
  const target = small ? massifOf(mountain, 54, 220) : massifOf(mountain);
  const from = shown.current?.rows === target.rows ? shown.current : undefined;
  let massif = from ?? target;
  const repaint = () => paintOn(canvas, massif, attempt, view);
  const stopMorph =
    from === undefined || prefersReducedMotion() ? settle() : morph(from, target, show);
  const stopWatching = watch(canvas, repaint);
  return () => {
    stopMorph();
    stopWatching();
  };

  function show(next: Massif): void {
    massif = next;
    shown.current = next;
    repaint();
  }
  function settle(): () => void {
    show(target);
    return () => {};
  }
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
  const size = new ResizeObserver(repaint);
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  size.observe(canvas);
  scheme.addEventListener('change', repaint);
  return () => {
    size.disconnect();
    scheme.removeEventListener('change', repaint);
  };
}

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function paintOn(canvas: HTMLCanvasElement, massif: Massif, attempt: boolean, view: View): void {
  const context = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (context === null || width === 0) return;
  const density = Math.min(2, window.devicePixelRatio);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  context.scale(density, density);
  const camera = width < height ? cameras[view].tall : cameras[view].wide;
  paint(context, massif, { width, height, camera, palette: paletteOf(canvas) }, attempt);
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
