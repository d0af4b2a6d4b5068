import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/admin/list/data-table';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import { useSelection } from '@/admin/list/use-selection';
import type { FoundEntries } from './as-entries';
import { EntryCard } from './entry-card';
import { useEntryColumns } from './entry-columns';
import { InboxBulkBar } from './inbox-bulk-bar';
import type { Entry } from './inbox-entry';
import { nameOf } from './inbox-view';
import type { FetchIds } from './use-select-matches';

type Props = {
  caption: string;
  /** Whether the list has entries of several forms. */
  withForm: boolean;
  found: FoundEntries;
  /** What the list shows, as a key: the filters and the search. Another one has another selection. */
  shows: string;
  /** Fetches the ids of all that match. */
  fetchIds: FetchIds;
  /** The notice about new entries. */
  newer: ReactNode;
  opened: string | undefined;
  onOpen: (id: string) => void;
  sort: string;
  onSort: (sort: string) => void;
  onTurn: (page: number) => void;
  /** Resets search and filters; set if they may be why the list is empty. */
  onReset: (() => void) | undefined;
};

const isEmpty = ({ rows }: { rows: readonly Entry[] }) => rows.length === 0;

/** A list of entries with bulk actions, and the notice about new ones. */
export function InboxList(props: Props) {
  const { caption, withForm, found, shows, fetchIds, newer, opened } = props;
  const { onOpen, sort, onSort, onTurn, onReset } = props;
  const { t } = useTranslation('admin-inbox');
  const columns = useEntryColumns(withForm);
  const selection = useSelection(shows);
  return (
    <>
      {newer}
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={isEmpty}
        onReset={onReset}
      >
        {(page) => (
          <>
            <DataTable
              caption={caption}
              columns={columns}
              rows={page.rows}
              card={EntryCard}
              nameOf={nameOf}
              {...{ opened, onOpen, sort, onSort, selection }}
            />
            <InboxBulkBar {...{ page, selection, fetchIds }} />
            <ListPager found={page} onTurn={onTurn} />
          </>
        )}
      </ListFrame>
    </>
  );
}
