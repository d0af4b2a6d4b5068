/**
 * Stores the focused element and returns a function that restores the focus. If the element is gone, or goes
 * while it has the focus (its row is deleted), the main content gets the focus.
 */
export function restoreFocus(): (row?: string) => void {
  const was = document.activeElement;
  return (row) => {
    const isHere = was instanceof HTMLElement && was.isConnected && was !== document.body;
    const place = rowOf(row) ?? (isHere ? was : main());
    place?.focus({ preventScroll: true });
    if (place !== null) watchRemoval(place);
  };
}

/** The element of a row: the user may have moved on from the row that was opened. */
const rowOf = (row: string | undefined) =>
  row === undefined ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);

const main = () => document.querySelector<HTMLElement>('main');

// Browsers differ in the events of an element that is removed while it has the focus; all move the focus to the body.
function watchRemoval(element: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === element) return;
    observer.disconnect();
    if (document.activeElement === document.body) main()?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
