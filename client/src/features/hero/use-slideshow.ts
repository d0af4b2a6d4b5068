import { useEffect, useState } from 'react';

export type Slideshow = {
  index: number;
  /** Whether slides advance by themselves when nothing holds them. */
  playing: boolean;
  go: (to: number) => void;
  next: () => void;
  previous: () => void;
  toggle: () => void;
  /** Holds the slides while the pointer or the focus is on them. */
  hold: (by: 'pointer' | 'focus', held: boolean) => void;
};

const slideMs = 6000;

/**
 * Slides that advance every 6 s and wrap at both ends. They rest while the pointer or the focus is
 * on them, while the tab is hidden, when paused, and for people who asked for less motion.
 */
export function useSlideshow(count: number, start: number): Slideshow {
  const [index, setIndex] = useState(start);
  const [playing, setPlaying] = useState(() => !prefersStillness());
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const hidden = useHiddenTab();
  const go = (to: number) => setIndex(((to % count) + count) % count);
  const running = playing && !held.pointer && !held.focus && !hidden;

  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => setIndex((index + 1) % count), slideMs);
    return () => clearTimeout(timer);
  }, [running, count, index]);

  return {
    index: Math.min(index, count - 1),
    playing,
    go,
    next: () => go(index + 1),
    previous: () => go(index - 1),
    toggle: () => setPlaying((current) => !current),
    hold: (by, on) => setHeld((current) => ({ ...current, [by]: on })),
  };
}

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether the tab is out of sight. */
export function useHiddenTab(): boolean {
  const [hidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
}
