import { useLayoutEffect, useRef, type RefObject } from 'react';

const glideMs = 600;

/**
 * Lets the children of a list glide to their new places when their order changes, so that the eye
 * keeps them. Nothing moves for people who asked for less motion.
 */
export function useGliding(order: string): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const places = useRef(new Map<Element, number>());
  useLayoutEffect(() => {
    const before = places.current;
    const children = [...(list.current?.children ?? [])];
    places.current = new Map(children.map((child) => [child, leftOf(child)]));
    if (isStill()) return;
    for (const [child, left] of places.current) glide(child, (before.get(child) ?? left) - left);
  }, [order]);
  return list;
}

const leftOf = (element: Element) => (element instanceof HTMLElement ? element.offsetLeft : 0);

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function glide(element: Element, from: number): void {
  if (from === 0 || !('animate' in element)) return;
  element.animate([{ transform: `translateX(${from}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'cubic-bezier(0.16, 0.84, 0.32, 1)',
  });
}
