import { useSyncExternalStore } from 'react';

/** Whether a media query matches; false on the server and while hydrating. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

const reducedMotion = '(prefers-reduced-motion: reduce)';

/** Whether the user prefers reduced motion, now. Only in a browser. */
export const prefersReducedMotion = (): boolean => window.matchMedia(reducedMotion).matches;

/** Whether the user prefers reduced motion; false on the server and while hydrating. */
export const useReducedMotion = (): boolean => useMedia(reducedMotion);
