import { lazyComponent } from '../../ui/lazy';
import { useHighlights } from './use-highlights';

// Kept free until it is known that there are none: what follows must not be pushed down before the
// reader's eyes. Who has no scripts sees no gap.
const place = <div className="min-h-160 noscript:hidden" />;

const HighlightCarousel = lazyComponent(
  () => import('./highlight-carousel').then((module) => module.HighlightCarousel),
  place,
);

/** Moments in the media; no section at all where there are none, and no script for it either. */
export function HighlightsSection() {
  const highlights = useHighlights();
  if (highlights === undefined) return place;
  return highlights.length === 0 ? null : <HighlightCarousel highlights={highlights} />;
}
