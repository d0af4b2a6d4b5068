import { useEffect, useRef } from 'react';

/**
 * After a navigation, scrolls to the top and focuses the heading, so that screen readers announce it and
 * Tab continues from there. With a fragment it scrolls to that element instead. The browser handles the
 * first page of a visit.
 */
export function useScrollToTop(page: string, fragment = ''): void {
  const last = useRef(page);
  useEffect(() => {
    const target = fragment === '' ? null : document.getElementById(fragment.slice(1));
    // scrollIntoView returns a promise in new browsers: do not return it as the effect's cleanup.
    if (target !== null) {
      target.scrollIntoView({ behavior: 'instant' });
      return;
    }
    // The first page of a visit: the user may have scrolled before hydration.
    if (last.current === page) return;
    last.current = page;
    window.scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page, fragment]);
}
