/** The step of an arrow key: 1 is forward, which is the left arrow on right-to-left pages. */
export function stepOf(key: string, direction: 'ltr' | 'rtl'): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  return key === forward ? 1 : -1;
}

/** Whether the focused control or a dialog handles the key, so that the page must ignore it. */
export function isTakenByControl(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  if (document.querySelector('dialog[open], [aria-modal="true"]') !== null) return true;
  return target instanceof Element && target.closest(controls) !== null;
}

const controls =
  'input, textarea, select, [contenteditable], [role="listbox"], [role="radiogroup"], audio, video';
