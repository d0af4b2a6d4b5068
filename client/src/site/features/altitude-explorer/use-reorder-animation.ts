import { useLayoutEffect, useRef, type RefObject } from 'react';

const glideMs = 600;

type Place = { left: number; top: number };

/**
 * Animates the elements with a data-slug inside the returned one to their new places when `order` changes
 * (FLIP). An element may change its parent. None with reduced motion.
 */
export function useReorderAnimation(order: string): RefObject<HTMLDivElement | null> {
  const stage = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, Place>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    for (const element of stage.current?.querySelectorAll<HTMLElement>('[data-slug]') ?? []) {
      const slug = element.dataset['slug'] ?? '';
      const place = { left: element.offsetLeft, top: element.offsetTop };
      places.current.set(slug, place);
      glide(element, before.get(slug) ?? place, place);
    }
  }, [order]);
  return stage;
}

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function glide(element: Element, from: Place, to: Place): void {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if ((x === 0 && y === 0) || !('animate' in element) || prefersReducedMotion()) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'cubic-bezier(0.16, 0.84, 0.32, 1)',
  });
}
