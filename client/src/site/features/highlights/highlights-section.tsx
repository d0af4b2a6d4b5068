import { lazySection } from '@/shared/ui/lazy';
import { useHighlights } from './use-highlights';

// Reserves the space while loading, to avoid a layout shift. Hidden without scripts.
const placeholder = <div className="min-h-160 noscript:hidden" />;

const HighlightCarousel = lazySection(
  () => import('./highlight-carousel').then((m) => m.HighlightCarousel),
  placeholder,
);

/** The media highlights, lazy-loaded; nothing without highlights. */
export function HighlightsSection() {
  const highlights = useHighlights();
  if (highlights === undefined) return placeholder;
  return highlights.length === 0 ? null : <HighlightCarousel highlights={highlights} />;
}
