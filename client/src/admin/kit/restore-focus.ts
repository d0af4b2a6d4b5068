/**
 * Stores the focused element and returns a function that restores the focus. If the element is gone (its
 * row was deleted), the main content gets the focus.
 */
export function restoreFocus(): (row?: string) => void {
  const was = document.activeElement;
  return (row) => {
    const isHere = was instanceof HTMLElement && was.isConnected && was !== document.body;
    const place = rowOf(row) ?? (isHere ? was : document.querySelector<HTMLElement>('main'));
    place?.focus({ preventScroll: true });
  };
}

/** The element of a row: the user may have moved on from the row that was opened. */
const rowOf = (row: string | undefined) =>
  row === undefined ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
