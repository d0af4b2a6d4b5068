import { frameOfMountain } from '@/shared/art/profile-drawing';
import { profileTopKm } from '@/shared/art/profile';
import type { Peak } from './explorer-state';

/** What a shelf holds on a wide page, in km; the gaps between mountains count. */
export const shelfKm = 44;

/** The gap between two mountains, in km. */
export const gapKm = 0.8;

/** Mountains beside each other, with the altitude at the top of their axis in km. */
export type Shelf = { peaks: Peak[]; topKm: number };

const widthOf = ({ slug, height_m: heightM }: Peak): number =>
  frameOfMountain({ slug, heightM }).widthKm;

/**
 * Puts mountains on shelves in their order. All shelves have one scale, and each is cut at the next 1,000 m
 * above its highest mountain; the first has the whole axis, for the altitude line.
 */
export function shelvesOf(peaks: Peak[]): Shelf[] {
  const shelves: Peak[][] = [];
  let used = Infinity;
  for (const peak of peaks) {
    const width = widthOf(peak);
    if (used + gapKm + width > shelfKm) {
      shelves.push([]);
      used = -gapKm;
    }
    shelves.at(-1)?.push(peak);
    used += gapKm + width;
  }
  return shelves.map((own, at) => ({
    peaks: own,
    topKm:
      at === 0 ? profileTopKm : Math.ceil(Math.max(...own.map((peak) => peak.height_m)) / 1000),
  }));
}
