import { useSyncExternalStore } from 'react';
import { UpIcon } from './icons';

const shownAfter = 300; // px

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** A button that scrolls to the top; shown after 300 px of scrolling. */
export function BackToTop({ label }: { label: string }) {
  const shown = useSyncExternalStore(
    onScroll,
    () => window.scrollY > shownAfter,
    () => false,
  );
  if (!shown) return null;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => window.scrollTo({ top: 0 })}
      className="back-to-top fixed end-4 bottom-[calc(1rem+var(--bar,0px))] z-40 grid size-12 place-items-center rounded-block bg-ink text-ground hover:bg-accent hover:text-accent-ink md:bottom-[calc(2rem+var(--bar,0px))]"
    >
      <UpIcon />
    </button>
  );
}
