import { useRef, type ReactNode } from 'react';
import { rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../ui/use-media';
import { useShortcut } from '../shortcuts';
import type { Column } from './column';
import { RowCards } from './row-cards';
import { RowTable } from './row-table';
import { stepRow } from './row-events';
import type { Selection } from './use-selection';

/*
 * A list of rows: a table from 64rem up, cards below.
 *   const columns = useMemo<Column<Order>[]>(() => [
 *     { id: 'order_number', head: t('number'), cell: (o) => o.order_number, rowHead: true, sorts: true },
 *   ], [t]);
 *   <DataTable caption={t('title')} columns={columns} rows={rows} card={OrderCard}
 *     nameOf={orderName} onOpen={open} opened={opened}
 *     sort={view.sort} onSort={(sort) => look({ sort })} selection={selection} />
 * A press on a row opens it, J and K step through the rows, Enter opens, X ticks; with Shift a tick
 * reaches to the last one. A row is drawn again only when its object, its tick or `columns` changes:
 * `card` and `nameOf` are written outside the component, `columns` and `onOpen` are memoised.
 */

/** What a list needs of a row. */
export type Named = { id: string };

export type DataTableProps<Row extends Named> = {
  /** What the table lists; read, not seen. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** A row where there is no room for a table. */
  card: (props: { row: Row }) => ReactNode;
  /** What a row is called, for the controls of that row. */
  nameOf: (row: Row) => string;
  onOpen?: (id: string) => void;
  /** The id of the row that is open now. */
  opened?: string | undefined;
  selection?: Selection;
  /** How the rows are sorted now; the caller or the server does it. */
  sort?: string;
  onSort?: (sort: string) => void;
};

/** What the table and the cards get: the ticks are kept by TanStack Table. */
export type ListProps<Row extends Named> = DataTableProps<Row> & {
  controls?: SelectionControls;
};

type Change = (event: unknown) => void;

export type SelectionControls = {
  isSelected: (id: string) => boolean;
  onToggle: (id: string) => Change;
  all: 'all' | 'some' | 'none';
  onToggleAll: Change;
};

const features = tableFeatures({ rowSelectionFeature });
const noColumns: [] = [];
const nothing = {};

const hasShift = (event: unknown) =>
  typeof event === 'object' &&
  event !== null &&
  'nativeEvent' in event &&
  event.nativeEvent instanceof MouseEvent &&
  event.nativeEvent.shiftKey;

/** The rows of a list as a table, or as cards where that has no room. */
export function DataTable<Row extends Named>(props: DataTableProps<Row>) {
  const { t } = useTranslation('admin-kit');
  const list = useRef<HTMLDivElement>(null);
  const wide = useMedia('(min-width: 64rem)');
  const controls = useSelectionControls(props);
  useShortcut('j', t('list.next'), () => stepRow(list.current, 1));
  useShortcut('k', t('list.previous'), () => stepRow(list.current, -1));
  const List = wide ? RowTable : RowCards;
  return (
    // What may come at its top meanwhile asks here whether it disturbs: see at-rest.
    <div ref={list} data-list="" {...(hasSelected(props) && { 'data-ticked': '' })}>
      <List {...props} {...(controls && { controls })} />
    </div>
  );
}

const hasSelected = <Row extends Named>({ selection }: DataTableProps<Row>) =>
  selection !== undefined && selection.ids.length > 0;

function useSelectionControls<Row extends Named>({
  rows,
  selection,
}: DataTableProps<Row>): SelectionControls | undefined {
  const table = useTable<typeof features, Row>({
    features,
    data: rows,
    columns: noColumns,
    getRowId: ({ id }) => id,
    isRowRangeSelectionEvent: hasShift,
    state: { rowSelection: selection?.selected ?? nothing },
    onRowSelectionChange: (next) => selection?.change(next),
  });
  if (selection === undefined) return undefined;
  const some = table.getIsSomeRowsSelected() ? 'some' : 'none';
  return {
    isSelected: (id) => selection.selected[id] === true,
    onToggle: (id) => table.getRow(id).getToggleSelectedHandler(),
    all: table.getIsAllRowsSelected() ? 'all' : some,
    onToggleAll: table.getToggleAllRowsSelectedHandler(),
  };
}
