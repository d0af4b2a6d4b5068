import { useMemo } from 'react';
import type { Mountain } from './massif';
import { cardExtent, cardOf } from './ridge-card';
import { RidgeFrame, type RidgeLook } from './ridge-frame';
import { noiseMassif } from './ridgeline';

/** A card drawing of a mountain without a shape: the slug seeds its lines. */
export function RidgeGenerated({ slug, heightM, ...look }: Mountain & RidgeLook) {
  const { strokes, summit } = useMemo(
    () => cardOf(noiseMassif({ slug, heightM }, cardExtent)),
    [slug, heightM],
  );
  return (
    <RidgeFrame {...look} summit={summit}>
      <g fill="none" stroke="currentColor" strokeWidth="3.5" strokeLinejoin="round">
        {strokes.map(({ path, opacity, crest }) => (
          <path
            key={path}
            d={path}
            strokeOpacity={opacity}
            strokeDasharray={crest ? 'var(--attempt-dash, none)' : undefined}
          />
        ))}
      </g>
    </RidgeFrame>
  );
}
