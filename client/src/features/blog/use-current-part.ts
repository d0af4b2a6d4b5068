import { useCallback, useSyncExternalStore } from 'react';
import type { Part } from './article';

const readingLine = 0.35; // of the viewport height: a section is current once its heading is above this line

function onMove(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
  };
}

/** The id of the current section of an article, by scroll position. */
export function useCurrentPart(parts: Part[]): string | undefined {
  const find = useCallback(() => {
    const line = window.innerHeight * readingLine;
    return parts.findLast(({ id }) => topOf(id) <= line)?.id;
  }, [parts]);
  return useSyncExternalStore(onMove, find, () => undefined);
}

const topOf = (id: string): number =>
  document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
