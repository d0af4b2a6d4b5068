/**
 * State of the header: at the `top` of the page; `away`, scrolled out of view with it; `shown` over the page after
 * scrolling up; `hidden` after scrolling down again.
 */
type HeaderState = 'top' | 'away' | 'shown' | 'hidden';

/** `turn` is where scrolling last changed its direction. Pixels. */
export type HeaderScroll = { state: HeaderState; y: number; turn: number };

/** Scroll distance after which the header is shown or hidden: fingers tremble. Pixels. */
const showAfter = 24;
const hideAfter = 8;

/** The state after scrolling to `y`. The height of the header is measured only where it is needed. */
export function afterScroll(before: HeaderScroll, y: number, height: () => number): HeaderScroll {
  if (y <= 0) return { state: 'top', y: 0, turn: 0 };
  const isTurn = (y - before.y) * (before.y - before.turn) < 0;
  const turn = isTurn ? before.y : before.turn;
  const next = (state: HeaderState): HeaderScroll => ({ state, y, turn });
  if (before.state === 'top') return next(y > height() ? 'away' : 'top');
  if (y - turn <= -showAfter) return next('shown');
  if (y - turn >= hideAfter && before.state === 'shown') return next('hidden');
  return next(before.state);
}

/**
 * Keeps the state of the header in its data-state, which CSS reads: a scroll event compares numbers, and writes only
 * when the state changes. The header never comes over a control that has the focus (WCAG 2.4.11). Returns the cleanup
 * function.
 */
export function followScroll(header: HTMLElement): () => void {
  let scroll: HeaderScroll = { state: 'top', y: 0, turn: 0 };
  let shown: HeaderState = 'top';
  const show = (state: HeaderState) => {
    if (state === shown) return;
    if (state === 'shown' && coversFocus(header)) return;
    shown = state;
    header.dataset['state'] = state;
  };
  const onScroll = () => {
    scroll = afterScroll(scroll, window.scrollY, () => header.offsetHeight);
    show(scroll.state);
  };
  const onFocus = () => {
    if (shown === 'shown' && coversFocus(header)) show('hidden');
  };
  onScroll();
  window.addEventListener('scroll', onScroll, { passive: true });
  document.addEventListener('focusin', onFocus);
  return () => {
    window.removeEventListener('scroll', onScroll);
    document.removeEventListener('focusin', onFocus);
  };
}

/** Whether a control outside of the header has the focus where the header is shown. */
function coversFocus(header: HTMLElement): boolean {
  const focused = document.activeElement;
  // A heading that got the focus with a new page is no control.
  if (!(focused instanceof HTMLElement) || focused.tabIndex < 0 || header.contains(focused))
    return false;
  const { top, bottom } = focused.getBoundingClientRect();
  return top < header.offsetHeight && bottom > 0;
}
