import type { Mountain } from './massif';
import { massifOf } from './massif-of';
import { sceneBox, sceneExtents } from './ridge-view';
import { bodyOf, strokesOf } from './strokes';

const kept = new Map<string, string>();

/** The still lines of a mountain, drawn once: in the interpreter of the Go program that takes long. */
export function keptLines(mountain: Mountain, attempt: boolean): string {
  const key = `${mountain.slug} ${mountain.heightM} ${attempt}`;
  const lines = kept.get(key) ?? stillLines(mountain, attempt);
  kept.set(key, lines);
  return lines;
}

/** All lines that have been drawn, as JSON. */
export const packLines = (): string => JSON.stringify([...kept]);

/** Keeps the lines of packLines. */
export function unpackLines(text: string): void {
  const packed: [string, string][] = JSON.parse(text);
  for (const [key, lines] of packed) kept.set(key, lines);
}

const place = { width: sceneBox.width, foot: 0, tolerance: 2 };

/**
 * The inner SVG of a hero for the server-rendered page, in the viewBox of sceneBox. Only the server rendering needs it:
 * in the browser a canvas draws the mountain.
 */
function stillLines(mountain: Mountain, attempt: boolean): string {
  const massif = massifOf(mountain, sceneExtents.still);
  const lines = strokesOf(massif, place).map(({ path, opacity, high, crest }) => {
    const dash = attempt && crest ? ' stroke-dasharray="6 4"' : '';
    const colour = high ? 'var(--peak,var(--color-accent))' : 'var(--color-ink)';
    return `<path stroke="${colour}" stroke-opacity="${opacity}"${dash} vector-effect="non-scaling-stroke" d="${path}"/>`;
  });
  const body = bodyOf(massif, place, sceneBox.below);
  return `<path fill="var(--color-ground)" d="${body}"/>${lines.join('')}`;
}
