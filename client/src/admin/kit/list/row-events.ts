import type { KeyboardEvent, MouseEvent } from 'react';

/** The row elements of a list. */
const rowsIn = (list: Element | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/** Moves the focus to the next or the previous row, or to the first row if no row has the focus. */
export function stepRow(list: Element | null, by: 1 | -1): void {
  const rows = rowsIn(list);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? rows[0] : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

type RowEvents = {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const isControl = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, select, textarea, label, summary') !== null;

/** A click on a row opens it, unless it is on a control in the row or selects text. */
export const rowEvents = (open: (() => void) | undefined, toggle?: () => void): RowEvents => ({
  onClick: ({ target }) => {
    if (open !== undefined && !isControl(target) && window.getSelection()?.isCollapsed !== false) {
      open();
    }
  },
  onKeyDown: (event) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open?.();
    else if (event.key === 'x' || event.key === ' ') toggle?.();
    else return;
    event.preventDefault();
  },
});
