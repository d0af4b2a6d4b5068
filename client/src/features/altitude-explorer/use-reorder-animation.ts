import { useLayoutEffect, useRef, type RefObject } from 'react';

const glideMs = 600;

/** Animates the children of a list to their new positions when `order` changes (FLIP). None with reduced motion. */
export function useReorderAnimation(order: string): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const positions = useRef(new Map<Element, number>());
  useLayoutEffect(() => {
    const before = positions.current;
    const children = [...(list.current?.children ?? [])];
    positions.current = new Map(children.map((child) => [child, leftOf(child)]));
    if (prefersReducedMotion()) return;
    for (const [child, left] of positions.current) glide(child, (before.get(child) ?? left) - left);
  }, [order]);
  return list;
}

const leftOf = (element: Element) => (element instanceof HTMLElement ? element.offsetLeft : 0);

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function glide(element: Element, from: number): void {
  if (from === 0 || !('animate' in element)) return;
  element.animate([{ transform: `translateX(${from}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'cubic-bezier(0.16, 0.84, 0.32, 1)',
  });
}
