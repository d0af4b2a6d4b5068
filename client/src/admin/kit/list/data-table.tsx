import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useMedia } from '@/shared/ui/use-media';
import type { Column } from './column';
import { RowCards } from './row-cards';
import { RowTable } from './row-table';
import { useRowKeys } from './row-keys';
import type { Selection } from './use-selection';

/*
 * A list of rows: a table from 64rem up, cards below.
 *   const columns = useMemo<Column<Order>[]>(() => [
 *     { id: 'order_number', head: t('number'), cell: (o) => o.order_number, rowHead: true, sorts: true },
 *   ], [t]);
 *   <DataTable caption={t('title')} columns={columns} rows={rows} card={OrderCard}
 *     nameOf={orderName} onOpen={open} opened={opened}
 *     sort={view.sort} onSort={(sort) => setView({ sort })} selection={selection} />
 * A click on a row opens it, J and K move through the rows, Enter opens, X selects; Shift selects a range.
 * A row renders again only if its object, its selection or `columns` changes: define `card` and `nameOf`
 * outside the component, and memoize `columns` and `onOpen`.
 */

/** The minimum of a row in a list. */
export type Named = { id: string };

export type DataTableProps<Row extends Named> = {
  /** The caption; visually hidden. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Renders a row as a card, on narrow screens. */
  card: (props: { row: Row }) => ReactNode;
  /** The name of a row, for the labels of its controls. */
  nameOf: (row: Row) => string;
  onOpen?: (id: string) => void;
  /** The id of the open row. */
  opened?: string | undefined;
  selection?: Selection;
  /** Whether a row can be selected. Defaults to all rows. */
  isSelectable?: ((row: Row) => boolean) | undefined;
  /** The current sort; the caller or the server does the sorting. */
  sort?: string;
  onSort?: (sort: string) => void;
};

/** The props of the table and the cards. */
export type ListProps<Row extends Named> = DataTableProps<Row> & {
  controls?: SelectionControls<Row>;
};

/** Sets whether a row is selected; with Shift all rows from the last one that was set. */
export type SetSelected = (isSelected: boolean, withShift: boolean) => void;

/** The state of a row's checkbox. */
export type RowToggle = { isOn: boolean; change: SetSelected };

export type SelectionControls<Row> = {
  /** Undefined for a row that cannot be selected. */
  toggleOf: (row: Row) => RowToggle | undefined;
  all: 'all' | 'some' | 'none';
  onToggleAll: SetSelected;
};

/** A list as a table, or as cards on narrow screens. */
export function DataTable<Row extends Named>(props: DataTableProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
  const wide = useMedia('(min-width: 64rem)');
  const controls = useSelectionControls(props);
  useRowKeys(list);
  const List = wide ? RowTable : RowCards;
  return (
    // useWhenListIdle reads these attributes before it inserts rows at the top.
    <div ref={list} data-list="" {...(hasSelected(props) && { 'data-ticked': '' })}>
      <List {...props} {...(controls && { controls })} />
    </div>
  );
}

const hasSelected = <Row extends Named>({ selection }: DataTableProps<Row>) =>
  selection !== undefined && selection.ids.length > 0;

/** Undefined where no row can be selected. */
function useSelectionControls<Row extends Named>(
  props: DataTableProps<Row>,
): SelectionControls<Row> | undefined {
  const { selection, isSelectable = always } = props;
  const rows = props.rows.filter(isSelectable);
  const last = useRef<string>(undefined);
  // A memoized row keeps its handler: it must see the rows of the latest render.
  const latest = useRef({ rows, selection });
  useLayoutEffect(() => {
    latest.current = { rows, selection };
  });
  if (selection === undefined || rows.length === 0) return undefined;
  const isSelected = (id: string) => selection.selected[id] === true;
  const toggle =
    (id: string): SetSelected =>
    (isOn, withShift) => {
      const ids = latest.current.rows.map((row) => row.id);
      const range = withShift ? between(ids, last.current, id) : [id];
      latest.current.selection?.set(range, isOn);
      last.current = id;
    };
  const count = rows.filter(({ id }) => isSelected(id)).length;
  const some = count === 0 ? 'none' : 'some';
  return {
    toggleOf: (row) =>
      isSelectable(row) ? { isOn: isSelected(row.id), change: toggle(row.id) } : undefined,
    all: count > 0 && count === rows.length ? 'all' : some,
    onToggleAll: (isOn) =>
      selection.set(
        rows.map(({ id }) => id),
        isOn,
      ),
  };
}

const always = () => true;

/** The ids between two, which are included; only the second if the first is not there any more. */
function between(ids: readonly string[], one: string | undefined, other: string): string[] {
  const [from, to] = [ids.indexOf(one ?? other), ids.indexOf(other)];
  return from === -1 ? [other] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}
