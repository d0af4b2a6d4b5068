import type { Mountain } from './massif';
import { cardExtent, cardOf, type CardDrawing } from './ridge-card';
import { RidgeFrame, type RidgeLook } from './ridge-frame';
import { noiseMassif } from './ridgeline';

const cards = new Map<string, CardDrawing>();

/** Drawn once: in the interpreter of the Go program it takes 0.2 s, and the list of posts has one for each. */
function cardOfNoise(mountain: Mountain): CardDrawing {
  const key = `${mountain.slug} ${mountain.heightM}`;
  const card = cards.get(key) ?? cardOf(noiseMassif(mountain, cardExtent));
  cards.set(key, card);
  return card;
}

/** A card drawing of a mountain without a shape: the slug seeds its lines. */
export function RidgeGenerated({ slug, heightM, ...look }: Mountain & RidgeLook) {
  const { strokes, summit } = cardOfNoise({ slug, heightM });
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
