import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMedia } from '../../ui/use-media';

export type Slideshow = {
  index: number;
  /** Whether slides advance by themselves when nothing holds them. */
  playing: boolean;
  go: (to: number) => void;
  next: () => void;
  previous: () => void;
  toggle: () => void;
  /** What holds the slides: the pointer or the focus is on them, or a dialog over them. */
  held: Record<Holder, boolean>;
  hold: (by: Holder, held: boolean) => void;
};

type Holder = 'pointer' | 'focus' | 'dialog';

const free: Record<Holder, boolean> = { pointer: false, focus: false, dialog: false };

/**
 * Slides that advance every `slideMs` and wrap at both ends. They rest while the pointer or the focus
 * is on them, while the tab is hidden, when paused, and for people who asked for less motion.
 */
export function useSlideshow(count: number, start: number, slideMs: number): Slideshow {
  const [index, setIndex] = useState(start);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [chosen, setChosen] = useState<boolean>();
  const playing = chosen ?? !still;
  const [held, setHeld] = useState(free);
  const hidden = useHiddenTab();
  const go = (to: number) => setIndex(((to % count) + count) % count);
  const running = playing && count > 1 && !hidden && !Object.values(held).includes(true);

  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => setIndex((index + 1) % count), slideMs);
    return () => clearTimeout(timer);
  }, [running, count, index, slideMs]);

  return {
    index: Math.min(index, count - 1),
    playing,
    go,
    next: () => go(index + 1),
    previous: () => go(index - 1),
    toggle: () => setChosen(!playing),
    held,
    hold: (by, on) => setHeld((current) => ({ ...current, [by]: on })),
  };
}

/** Whether the tab is out of sight. */
export function useHiddenTab(): boolean {
  return useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  );
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
