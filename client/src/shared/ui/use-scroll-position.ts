import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, type NavigationType } from 'react-router';
import { asRecord, sessionStore } from '@/shared/api/storage';

const storageKey = 'scroll-positions';
/**
 * Time to wait for content before a position counts as unreachable, and once it is reached, how long the page may
 * grow above it and is scrolled again. Milliseconds.
 */
const maxRestoreMs = 5000;

/** The scroll position of each history entry of this tab, in pixels. */
const positions = new Map<string, number>();

/**
 * After a navigation, scrolls to the top and focuses the heading, so that screen readers announce it and
 * Tab continues from there. With a fragment it scrolls to that element. Back and forward restore the
 * position of the entry, also if its content is rendered later: the browser would restore it before the
 * page is rendered, and React Router's ScrollRestoration needs a data router. `type` is how the location was reached;
 * within `Routes` with a `location`, useNavigationType says POP each time.
 */
export function useScrollPosition(page: string, type: `${NavigationType}`): void {
  const { key, hash } = useLocation();
  const shown = useRef<{ page: string; entry: string }>(undefined);

  useLayoutEffect(() => {
    const before = shown.current;
    const isFragment = type === 'POP' && window.history.state === null;
    const entry = `${isFragment ? nameEntry() : key}${hash}`;
    shown.current = { page, entry };
    if (before === undefined) return openFirst(entry, hash);
    if (before.page !== page) focusHeading();
    if (type === 'POP' && !isFragment) return restore(positions.get(entry) ?? 0);
    if (scrollToFragment(hash) || before.page === page) return undefined;
    window.scrollTo({ top: 0, behavior: 'instant' });
    return undefined;
  }, [page, key, hash, type]);

  useEffect(() => {
    const record = () => {
      if (shown.current !== undefined) positions.set(shown.current.entry, window.scrollY);
    };
    const take = () => {
      window.history.scrollRestoration = 'manual';
    };
    // The browser restores this entry itself when it loads the document again: before hydration.
    const release = () => {
      window.history.scrollRestoration = 'auto';
      sessionStore.write(storageKey, Object.fromEntries([...positions].slice(-100)));
    };
    take();
    window.addEventListener('scroll', record, { passive: true });
    window.addEventListener('pageshow', take);
    window.addEventListener('pagehide', release);
    return () => {
      window.removeEventListener('scroll', record);
      window.removeEventListener('pageshow', take);
      window.removeEventListener('pagehide', release);
    };
  }, []);
}

/**
 * The first page of a visit: the user may have scrolled before hydration. After a reload, or back from
 * another site, the browser has restored the entry, unless it is an earlier one of this document.
 */
function openFirst(entry: string, hash: string): (() => void) | undefined {
  for (const [name, top] of Object.entries(asRecord(sessionStore.read(storageKey)))) {
    if (typeof top === 'number') positions.set(name, top);
  }
  const [load] = performance.getEntriesByType('navigation');
  const isNew = load === undefined || !('type' in load) || load.type === 'navigate';
  if (isNew) scrollToFragment(hash);
  else if (window.history.scrollRestoration === 'manual') return restore(positions.get(entry) ?? 0);
  return undefined;
}

/** Gives the entry of a link to a fragment a key: the browser made it, not the router, so it has no state. */
function nameEntry(): string {
  const key = `fragment-${Date.now().toString(36)}-${window.history.length}`;
  window.history.replaceState({ key }, '');
  return key;
}

function scrollToFragment(hash: string): boolean {
  const target = hash === '' ? null : document.getElementById(hash.slice(1));
  target?.scrollIntoView({ behavior: 'instant' });
  return target !== null;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

const input = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls to a position, again while the page grows, until it has its size, or the user acts.
 * Scroll anchoring is off meanwhile: it would move the position with what loads above. Returns the end of that.
 */
function restore(top: number): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => scroll());
  const stop = () => {
    observer.disconnect();
    style.removeProperty('overflow-anchor');
    clearTimeout(timer);
    for (const type of input) window.removeEventListener(type, stop);
    window.removeEventListener('scroll', stopIfMoved);
  };
  // Dragging the scroll bar causes no other event. A page that shrinks moves the position, too.
  const stopIfMoved = () => {
    const isSameSize = document.documentElement.scrollHeight === height;
    if (isSameSize && Math.abs(window.scrollY - reached) >= 2) stop();
  };
  let height = 0;
  let reached = 0;
  const scroll = () => {
    window.scrollTo({ top, behavior: 'instant' });
    height = document.documentElement.scrollHeight;
    reached = window.scrollY;
    if (Math.abs(reached - top) >= 2) return; // positions are rounded to device pixels
    clearTimeout(timer);
    timer = setTimeout(stop, maxRestoreMs);
  };
  let timer = setTimeout(stop, maxRestoreMs);
  for (const type of input) window.addEventListener(type, stop, { passive: true });
  window.addEventListener('scroll', stopIfMoved, { passive: true });
  style.setProperty('overflow-anchor', 'none');
  observer.observe(document.body);
  scroll();
  return stop;
}
