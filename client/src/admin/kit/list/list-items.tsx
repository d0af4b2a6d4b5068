import { useRef, type ReactNode } from 'react';
import type { Named } from './data-table';
import { useIsPlaceholderData } from './list-frame';
import { useRowKeys } from './row-keys';

type Props<Row extends Named> = {
  /** The accessible name. */
  label: string;
  rows: readonly Row[];
  /** `ol` where the order has a meaning. Defaults to `ul`. */
  as?: 'ul' | 'ol';
  /** The classes of an item. */
  className: string;
  children: (row: Row) => ReactNode;
};

/** The rows of a ListScreen where they are no table. */
export function ListItems<Row extends Named>(props: Props<Row>) {
  const { label, rows, as: List = 'ul', className, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <div ref={list} data-list="" inert={useIsPlaceholderData()}>
      <List aria-label={label} className="border-t border-line">
        {rows.map((row) => (
          <li
            key={row.id}
            data-row={row.id}
            tabIndex={-1}
            className={`border-b border-line py-3 -outline-offset-2 ${className}`}
          >
            {children(row)}
          </li>
        ))}
      </List>
    </div>
  );
}
