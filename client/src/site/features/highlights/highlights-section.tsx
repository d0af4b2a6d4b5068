import { HighlightCarousel } from './highlight-carousel';
import { useHighlights } from './use-highlights';

/** The media highlights; nothing without highlights. */
export function HighlightsSection() {
  const highlights = useHighlights();
  // Reserves the space while loading, to avoid a layout shift. Hidden without scripts.
  if (highlights === undefined) return <div className="min-h-160 noscript:hidden" />;
  return highlights.length === 0 ? null : <HighlightCarousel highlights={highlights} />;
}
