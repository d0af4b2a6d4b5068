import type { LucideIcon } from 'lucide-react';
import { fold, hasEveryWord, wordsOf } from '@/shared/i18n/fold';

/** An entry of the palette. */
export type PaletteEntry = {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** A secondary text. */
  note?: string;
  /** Further text by which it is found. */
  also?: string;
  icon: LucideIcon;
  /** Its shortcut. */
  keys?: string;
  /** A path without its language; else `run` is called. */
  to?: string;
  run?: () => void;
};

export type PaletteGroup = { title: string; entries: PaletteEntry[] };

/** The score of an entry: its label counts more than the further text by which it is found. */
export const scoreOf = (label: string, also: string, typed: string): number =>
  Math.max(matchOf(label, typed), 0.4 * matchOf(`${label} ${also}`, typed));

/**
 * The score of a label for a search text, from 0 (no match) to 1: each typed word must start a word of the
 * label, or at least be contained in it. Accents and vowel signs are ignored.
 */
export function matchOf(label: string, typed: string): number {
  const text = ` ${fold(label)}`;
  if (!hasEveryWord(label, typed)) return 0;
  return wordsOf(typed).every((word) => text.includes(` ${word}`)) ? 1 : 0.5;
}
