import { later } from '../../ui/later';
import { useHighlights } from './use-highlights';

const HighlightCarousel = later(() =>
  import('./highlight-carousel').then((module) => module.HighlightCarousel),
);

/** Moments in the media; no section at all while there are none, and no script for it either. */
export function HighlightsSection() {
  const highlights = useHighlights();
  return highlights.length === 0 ? null : <HighlightCarousel highlights={highlights} />;
}
