import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/admin/list/data-table';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import type { FoundEntries } from './as-entries';
import { EntryCard } from './entry-card';
import { useEntryColumns } from './entry-columns';
import type { Entry } from './inbox-entry';

type Props = {
  caption: string;
  /** Whether the list has entries of several forms. */
  withForm: boolean;
  found: FoundEntries;
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

const nameOf = ({ name }: Entry) => name;
const isEmpty = ({ rows }: { rows: readonly Entry[] }) => rows.length === 0;

/** A list of entries, with the notice about new ones. */
export function InboxList(props: Props) {
  const { caption, withForm, found, newer, opened, onOpen, sort, onSort, onTurn, onReset } = props;
  const { t } = useTranslation('admin-inbox');
  const columns = useEntryColumns(withForm);
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
              {...{ opened, onOpen, sort, onSort }}
            />
            <ListPager found={page} onTurn={onTurn} />
          </>
        )}
      </ListFrame>
    </>
  );
}
