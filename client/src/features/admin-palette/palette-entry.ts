import type { LucideIcon } from 'lucide-react';
import { fold } from '../../ui/fold';

/** A line of the palette. */
export type PaletteEntry = {
  /** Its own among all lines. */
  id: string;
  label: string;
  /** More about it, in quieter words. */
  note?: string;
  icon: LucideIcon;
  /** Its shortcut. */
  keys?: string;
  /** An address without a language; or what is done. */
  to?: string;
  run?: () => void;
};

export type PaletteGroup = { title: string; entries: PaletteEntry[] };

/**
 * How well a label answers what was typed, from 0 (not at all) to 1: each typed word must begin a word of
 * it, or at least be in it. Accents and vowel signs do not count.
 */
export function matchOf(label: string, typed: string): number {
  const text = ` ${fold(label)}`;
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (!words.every((word) => text.includes(word))) return 0;
  return words.every((word) => text.includes(` ${word}`)) ? 1 : 0.5;
}
