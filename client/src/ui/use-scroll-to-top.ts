import { useEffect, useRef } from 'react';

/**
 * A new page starts at its top and with its heading: the focus moves there, so that it is read out
 * and the next Tab leads into the page. A fragment leads to its own place instead. The first page of
 * a visit is the browser's own affair.
 */
export function useScrollToTop(page: string, fragment = ''): void {
  const last = useRef(page);
  useEffect(() => {
    const target = fragment === '' ? null : document.getElementById(fragment.slice(1));
    // Both scrolls are promises in new browsers: returned, they would be taken for a cleanup.
    if (target !== null) {
      target.scrollIntoView({ behavior: 'instant' });
      return;
    }
    // The first page of a visit: its reader may have scrolled before any script was here.
    if (last.current === page) return;
    last.current = page;
    window.scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page, fragment]);
}
