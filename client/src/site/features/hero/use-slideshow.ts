import { useEffect, useState, useSyncExternalStore } from 'react';
import { useReducedMotion } from '@/shared/ui/use-media';

export type Slideshow = {
  index: number;
  /** Whether slides advance automatically, unless paused by `held`. */
  playing: boolean;
  go: (to: number) => void;
  next: () => void;
  previous: () => void;
  toggle: () => void;
  /** Reasons to pause the slides: hover, focus, or an open dialog. */
  held: Record<Holder, boolean>;
  hold: (by: Holder, held: boolean) => void;
};

type Holder = 'pointer' | 'focus' | 'dialog';

const noHolders: Record<Holder, boolean> = { pointer: false, focus: false, dialog: false };

/**
 * The state of a slideshow that advances every `slideMs` and wraps at both ends. It is paused during
 * hover and focus, in a hidden tab, by the button, and initially with reduced motion.
 */
export function useSlideshow(count: number, start: number, slideMs: number): Slideshow {
  const [index, setIndex] = useState(start);
  const reducedMotion = useReducedMotion();
  const [chosen, setChosen] = useState<boolean>();
  const playing = chosen ?? !reducedMotion;
  const [held, setHeld] = useState(noHolders);
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
    toggle: () => {
      setChosen(!playing);
      // The button has the pointer or the focus itself: what asks to play is not held by them.
      if (!playing) setHeld(noHolders);
    },
    held,
    hold: (by, on) => setHeld((current) => ({ ...current, [by]: on })),
  };
}

/** Whether the tab is hidden. */
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
