import { lazySection } from '@/shared/ui/lazy';
import { cardSummits } from './card-summits.gen';
import type { Mountain } from './massif';
import { RidgeFrame, type RidgeLook } from './ridge-frame';

type Props = Mountain &
  RidgeLook & {
    /** True where no list of mountains is shown: of 30 kB only those of this one are loaded. */
    alone?: boolean;
    className?: string;
  };

// The generator is not part of the first load.
const RidgeGenerated = lazySection(
  () => import('./ridge-generated').then((m) => m.RidgeGenerated),
  <RidgeFrame summit={undefined} />,
);

/**
 * A small drawing of a mountain. The mountains with a shape come from the sprite cards.svg, which keeps
 * pages small, or from a file of its own; any other is generated. A mountain is never mirrored.
 */
export function RidgeDrawing({ slug, heightM, alone = false, className = '', ...look }: Props) {
  const summit = cardSummits[slug];
  return (
    <div className={`relative ${className}`}>
      {summit === undefined ? (
        <RidgeGenerated slug={slug} heightM={heightM} {...look} />
      ) : (
        <RidgeFrame {...look} summit={summit}>
          <use href={`/art/${alone ? `${slug}-card` : 'cards'}.svg#${slug}`} />
        </RidgeFrame>
      )}
    </div>
  );
}
