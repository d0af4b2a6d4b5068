import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import type { RowToggle } from './data-table';

/** The props of one row. */
export type RowProps<Row> = {
  row: Row;
  nameOf: (row: Row) => string;
  onOpen: ((id: string) => void) | undefined;
  isOpen: boolean;
  toggle: RowToggle | undefined;
};

/**
 * Memoizes a row: a list has up to a hundred, and a click changes one. The toggle handler is ignored, since
 * it is a new function each time with the same effect.
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
