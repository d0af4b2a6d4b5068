import { useCallback, useState } from 'react';

/** The width of an element in pixels, which is outside React: what is drawn in it must know. */
export function useWidth(): [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  width: number,
] {
  const [width, setWidth] = useState(320);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
