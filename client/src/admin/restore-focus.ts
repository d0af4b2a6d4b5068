/**
 * Remembers where the focus is, and gives the function that brings it back there. Where that place is
 * gone (its row was deleted), the focus goes to the content, not to the top of the document.
 */
export function restoreFocus(): (row?: string) => void {
  const was = document.activeElement;
  return (row) => {
    const isHere = was instanceof HTMLElement && was.isConnected && was !== document.body;
    const place = rowOf(row) ?? (isHere ? was : document.querySelector<HTMLElement>('main'));
    place?.focus({ preventScroll: true });
  };
}

/** A row of a list, where one is named: one may have stepped on from the row that was pressed. */
const rowOf = (row: string | undefined) =>
  row === undefined ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
