import type { ComponentProps, ReactNode } from 'react';
import { lazyBulkBar } from '@/admin/kit/list/lazy-bulk-bar';
import { ListScreen, ListTable } from '@/admin/kit/list/list-screen';
import type { ListState } from '@/admin/kit/list/use-list';
import { useTranslation } from '@/shared/i18n';
import { useEntryColumns } from './entry-columns';
import { EntryDrawer } from './entry-drawer';
import type { Entry } from './inbox-entry';
import { AssigneeFilter, StateTabs } from './inbox-filters';
import { nameOf, stateChange, type Assignee, type InboxState } from './inbox-view';
import type { Person } from './use-change-entry';
import { formatDate } from '@/shared/i18n/format';
import { EntryState, Excerpt, SenderName } from './entry-marks';

// Loaded beside the rows: nothing is selected yet.
const InboxBulkBar = lazyBulkBar(() => import('./inbox-bulk-bar').then((m) => m.InboxBulkBar));

/** The filters that both inboxes have. */
type Filters = { status?: InboxState | undefined; to?: Assignee | undefined };

type Props = Pick<ComponentProps<typeof EntryDrawer>, 'one' | 'onConverted'> & {
  list: Omit<ListState<Entry>, 'view' | 'setView'> & {
    view: ListState<Entry>['view'] & { filters: Filters };
    setView: (change: { search?: string; sort?: string; page?: number; filters?: Filters }) => void;
  };
  /** The name of its saved views. */
  name: string;
  title: string;
  /** The title of the drawer while its entry loads. */
  entryTitle: string;
  me: Person;
  /** The number of entries of each tab. */
  counts: Partial<Record<InboxState | 'all', number>>;
  /** The number of entries that can be selected, where not all can. */
  selectable?: number | undefined;
  /** The filter by form: the list then has a column for it. */
  formFilter?: ReactNode;
  /** The export. */
  actions: ReactNode;
  /** NewerRows. */
  newer: ReactNode;
};

/** A list of entries with bulk actions, and the drawer of the open one. */
export function InboxScreen(props: Props) {
  const { list, name, title, entryTitle, me, counts, formFilter, actions, newer } = props;
  const { t } = useTranslation('admin-inbox');
  const { view, setView, found, opened, open, close, steps } = list;
  const columns = useEntryColumns(formFilter !== undefined);
  return (
    <>
      <ListScreen
        list={list}
        name={name}
        texts={{ search: t('searchHint'), failed: t('failed'), empty: t('empty') }}
        filters={
          <>
            {formFilter}
            <AssigneeFilter
              chosen={view.filters.to}
              onChoose={(to) => setView({ filters: { to } })}
            />
          </>
        }
        actions={actions}
        tabs={
          <StateTabs
            chosen={view.filters.status}
            counts={counts}
            onChoose={(state) => setView(stateChange(state))}
          />
        }
        newer={newer}
        bulk={<InboxBulkBar list={list} total={props.selectable} />}
      >
        {(rows) => (
          <ListTable
            list={list}
            caption={title}
            columns={columns}
            rows={rows}
            card={EntryCard}
            nameOf={nameOf}
            onOpen={open}
            selects
          />
        )}
      </ListScreen>
      <EntryDrawer
        id={opened}
        listed={found.data?.rows.find(({ id }) => id === opened)}
        title={entryTitle}
        one={props.one}
        {...{ me, steps }}
        onClose={close}
        {...(props.onConverted && { onConverted: props.onConverted })}
      />
    </>
  );
}

/** An entry as a card. */
function EntryCard({ row: entry }: { row: Entry }) {
  const { t } = useTranslation('admin-inbox');
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-body">
          <SenderName entry={entry} />
        </h2>
        <bdi dir="ltr" className="shrink-0 text-label text-muted tabular-nums">
          {formatDate(entry.created_at)}
        </bdi>
      </div>
      <p className="min-w-0 text-small">
        <Excerpt entry={entry} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-small">
        <EntryState entry={entry} />
        <span className="text-label text-muted">{t(`forms.${entry.form}`)}</span>
      </p>
    </div>
  );
}
