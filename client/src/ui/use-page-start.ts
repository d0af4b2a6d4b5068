import { useEffect, useRef } from 'react';

/**
 * A new page starts at its top and with its heading: the focus moves there, so that it is read out
 * and the next Tab leads into the page. The first page of a visit is the browser's own affair.
 */
export function usePageStart(page: string): void {
  const last = useRef(page);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' }); // a promise in new browsers: no cleanup
    if (last.current === page) return;
    last.current = page;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page]);
}
