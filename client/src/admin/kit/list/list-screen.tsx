import type { ReactNode } from 'react';
import { DataTable, type DataTableProps, type Named } from './data-table';
import { ListFrame } from './list-frame';
import { ListPager } from './list-pager';
import { ListToolbar } from './list-toolbar';
import { SavedViews } from './saved-views';
import { SearchField } from './search-field';
import type { ListState } from './use-list';

/*
 * A screen with a list: toolbar, notices, rows, pager and bulk actions, in all states of the list.
 *   const list = useList({ … });
 *   <ListScreen list={list} name="book-reviews" texts={{ search: …, failed: …, empty: … }}
 *     tabs={<OptionalTabs …/>} bulk={<BulkBar list={list}>…</BulkBar>}>
 *     {(rows) => <ListTable list={list} rows={rows} columns={columns} … />}
 *   </ListScreen>
 * The drawer of the open row stands beside it. The search is focused with /, rows are reached with J and K.
 */

type Texts = {
  /** Searched columns: 'Name, e-mail, phone, city or number'. */
  search: string;
  /** 'The orders could not be loaded.' */
  failed: string;
  /** 'No orders found' */
  empty: string;
};

type Props<Row extends Named> = {
  list: ListState<Row>;
  /** The name of its saved views. */
  name: string;
  texts: Texts;
  /** Filters other than tabs, beside the search. */
  filters?: ReactNode;
  /** Actions for the whole list: import, export. */
  actions?: ReactNode;
  /** The main filter. */
  tabs?: ReactNode;
  /** FilterChips. */
  chips?: ReactNode;
  /** Notices above the rows: DeletedNotice. */
  notices?: ReactNode;
  /** NewerRows. It comes by itself, so it stands below the rows: above them it would move them under the pointer. */
  newer?: ReactNode;
  /** An action for an empty list without search and filters. */
  emptyAction?: ReactNode;
  /** A BulkBar. */
  bulk?: ReactNode;
  /** Renders the rows: ListTable or ListItems. */
  children: (rows: readonly Row[]) => ReactNode;
};

/** A list with everything around it. */
export function ListScreen<Row extends Named>(props: Props<Row>) {
  const { list, name, texts, filters, actions, tabs, chips, notices, newer, emptyAction, bulk } =
    props;
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            value={list.view.search}
            hint={texts.search}
            onSearch={(search) => list.setView({ search })}
          />
        }
        filters={
          <>
            {filters}
            <SavedViews screen={name} />
          </>
        }
        actions={actions}
        tabs={tabs}
        chips={chips}
      />
      {notices}
      <ListFrame
        found={list.found}
        failed={texts.failed}
        empty={texts.empty}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={list.isNarrowed ? list.reset : undefined}
        emptyAction={emptyAction}
      >
        {(page) => (
          <>
            {props.children(page.rows)}
            <ListPager
              found={page}
              onTurn={(to) => list.setView({ page: to })}
              sizes={list.hasSizes}
            />
          </>
        )}
      </ListFrame>
      <div className="sticky bottom-(--bar,0px) z-20">
        {newer}
        {bulk}
      </div>
    </>
  );
}

type TableProps<Row extends Named> = Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'rows' | 'card' | 'nameOf' | 'onOpen'
> & {
  list: ListState<Row>;
  /** Whether rows are selected, for a BulkBar. */
  selects?: boolean;
};

/** The rows of a ListScreen as a DataTable. */
export function ListTable<Row extends Named>({ list, selects, ...table }: TableProps<Row>) {
  return (
    <DataTable
      {...table}
      opened={list.opened}
      sort={list.view.sort}
      onSort={(sort) => list.setView({ sort })}
      {...(selects === true && { selection: list.selection, isSelectable: list.isSelectable })}
    />
  );
}
