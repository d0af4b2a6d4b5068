import type { Mountain } from './massif';
import { stillLines } from './still-lines';

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
