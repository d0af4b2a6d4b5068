import type { CSSProperties } from 'react';
import { hasOwnLight, peakLights } from '../../art/peak-light';

type Theme = CSSProperties & Record<`--${string}`, string>;

/** The theme of a mountain's page: its colour is the accent, and tints the background. Defaults to Everest's. */
export function peakTheme(slug: string): Theme {
  const { day, night } = peakLights(slug);
  const light = `light-dark(${day}, ${night})`;
  const accent = { '--peak': light, '--color-accent': light };
  if (!hasOwnLight(slug)) return accent;
  return {
    ...accent,
    '--color-sky': `light-dark(color-mix(in oklab, ${day} 12%, #f8f2e6), color-mix(in oklab, ${night} 20%, #14303b))`,
    '--color-soil': `light-dark(color-mix(in oklab, ${day} 8%, #e9dcc1), color-mix(in oklab, ${night} 5%, #08131a))`,
  };
}
