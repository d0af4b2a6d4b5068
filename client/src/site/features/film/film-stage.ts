import type { Massif } from '@/shared/art/massif';
import { massifOf } from '@/shared/art/massif-of';
import { filmMs, filmPeaks, frameAt, type FilmPeak } from './film-clock';
import { filmExtent, paintFrame } from './film-painter';

/** The film on a canvas. */
export type Stage = {
  /** Paints a moment, also while the film plays, which then goes on from there. */
  show: (ms: number) => void;
  play: () => void;
  pause: () => void;
  dispose: () => void;
};

const longestStepMs = 100; // after a stall the film goes on where it was

/** Paints the film on a canvas that fills its box. `onTime` is called for each frame that plays. */
export function stageOn(canvas: HTMLCanvasElement, onTime: (ms: number) => void): Stage {
  const massifs = new Map<FilmPeak, Massif>();
  let ms = 0;
  let level = 0;
  let before = 0;
  let request = 0;
  let durations: number[] = [];

  function massif(peak: FilmPeak): Massif {
    const known =
      massifs.get(peak) ?? massifOf({ slug: peak, heightM: filmPeaks[peak] }, filmExtent);
    massifs.set(peak, known);
    return qualities[level]?.everyRow === 2 ? everySecondRow(known) : known;
  }

  function draw(): void {
    const context = canvas.getContext('2d');
    const { clientWidth: width, clientHeight: height } = canvas;
    if (context === null || width === 0) return;
    const density = Math.min(qualities[level]?.density ?? 1, window.devicePixelRatio);
    const [across, down] = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    paintFrame(context, { width, height }, frameAt(ms), massif);
  }

  function step(now: number): void {
    const passed = now - before;
    before = now;
    durations.push(passed);
    if (durations.length === measuredFrames) {
      level = nextQuality(level, durations);
      durations = [];
    }
    ms = Math.min(filmMs, ms + Math.min(passed, longestStepMs));
    draw();
    request = ms < filmMs ? requestAnimationFrame(step) : 0;
    onTime(ms);
  }

  const resized = new ResizeObserver(draw);
  resized.observe(canvas);
  // One mountain at a time, so that none delays a frame or an input.
  const prepared = Object.keys(filmPeaks)
    .filter(isFilmPeak)
    .map((peak, at) => setTimeout(() => massif(peak), 60 * at));

  function pause(): void {
    cancelAnimationFrame(request);
    request = 0;
  }
  return {
    show: (moment) => {
      ms = moment;
      if (request === 0) draw();
    },
    play: () => {
      pause();
      before = performance.now();
      durations = [];
      request = requestAnimationFrame(step);
    },
    pause,
    dispose: () => {
      pause();
      prepared.forEach((timer) => clearTimeout(timer));
      resized.disconnect();
    },
  };
}

const isFilmPeak = (slug: string): slug is FilmPeak => Object.hasOwn(filmPeaks, slug);

function everySecondRow(massif: Massif): Massif {
  const { points } = massif;
  const rows = Math.ceil(massif.rows / 2);
  const half = (all: Float32Array) =>
    Float32Array.from(
      { length: rows * points },
      (_, at) => all[at + Math.floor(at / points) * points] ?? 0,
    );
  return {
    rows,
    points,
    heights: half(massif.heights),
    tones: half(massif.tones),
    drops: massif.drops.filter((_, row) => row % 2 === 0),
    crestRows: Math.ceil(massif.crestRows / 2),
  };
}

/** Render quality. */
type Quality = {
  /** Pixels of the canvas for each CSS pixel, at most. */
  density: number;
  /** 1 paints every line of the mountain, 2 every second one. */
  everyRow: 1 | 2;
};

/** From the finest to the coarsest. */
export const qualities: readonly Quality[] = [
  { density: 2, everyRow: 1 },
  { density: 1.25, everyRow: 1 },
  { density: 1, everyRow: 2 },
];

/** Number of frames that are measured before the quality changes. */
const measuredFrames = 24;

const slowMs = 22; // a frame at 60 Hz lasts 16.7 ms

/** The quality after some frames, given as their durations in ms: one step coarser if most were slow. */
export function nextQuality(level: number, durations: number[]): number {
  const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
  return median > slowMs ? Math.min(level + 1, qualities.length - 1) : level;
}
