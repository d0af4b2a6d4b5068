/** How finely the film is painted. */
export type Quality = {
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

/** How many frames are measured before the quality is judged. */
export const measuredFrames = 24;

const slowMs = 22; // a frame at 60 Hz lasts 16.7 ms

/** The quality after some frames, given as their durations in ms: one step coarser if most were slow. */
export function nextQuality(level: number, durations: number[]): number {
  const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
  return median > slowMs ? Math.min(level + 1, qualities.length - 1) : level;
}
