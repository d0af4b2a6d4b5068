import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type RowToggle = { isOn: boolean; change: (event: unknown) => void };

/** What one row of a list is drawn from. */
export type RowProps<Row> = {
  row: Row;
  nameOf: (row: Row) => string;
  onOpen: ((id: string) => void) | undefined;
  isOpen: boolean;
  toggle: RowToggle | undefined;
};

/**
 * Draws a row again only when something of it has changed: a list has a hundred of them, and one press
 * changes one. The handler of a tick is made anew each time and does the same, so it is no reason.
 */
export function useMemoRows<Row>(
  { row, nameOf, onOpen, isOpen, toggle }: RowProps<Row>,
  content: unknown,
  render: () => ReactNode,
): ReactNode {
  const { t } = useTranslation('admin-kit');
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(render, [t, content, row, nameOf, onOpen, isOpen, toggle?.isOn]);
}
