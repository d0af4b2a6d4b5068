import { useConfirm } from '@/admin/kit/confirm';
import { useAuditLabels } from '@/admin/kit/history/use-audit-labels';
import { FilterSelect } from '@/admin/kit/list/filter-select';
import { ListItems } from '@/admin/kit/list/list-items';
import { ListScreen } from '@/admin/kit/list/list-screen';
import { useList } from '@/admin/kit/list/use-list';
import { whereEqual } from '@/admin/kit/rows/filters';
import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { tablesWith } from '@/shared/api/tables';
import { useTranslation } from '@/shared/i18n';
import { formatDate, formatDateTime } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { useRestore, type TrashEntry } from '@/admin/kit/rows/use-restore';

const tables = tablesWith('trash');
const views = {
  filters: { table: tables },
  sorts: ['deleted_at'],
  defaultSort: '-deleted_at',
} as const;
const searched = { columns: ['name'] } as const;

const itemOf = (entry: TrashEntry) => ({ id: String(entry.id), entry });

/** The deleted rows of the last 30 days, the newest first, to be restored or deleted for good. */
export function TrashList() {
  const { t } = useTranslation('admin-trash');
  const labels = useAuditLabels();
  const list = useList({
    relation: 'trash',
    views,
    query: ({ filters }) => ({
      filters: whereEqual<'trash'>('table_name', filters.table),
      search: searched,
    }),
    rowOf: itemOf,
  });
  const { view, setView, isNarrowed } = list;
  return (
    <ListScreen
      list={list}
      name="trash"
      texts={{
        search: t('search'),
        failed: t('failed'),
        empty: t(isNarrowed ? 'noneFound' : 'empty'),
      }}
      filters={
        <FilterSelect
          label={t('table')}
          all={t('all')}
          options={tables.map((value) => ({ value, label: labels.table(value) }))}
          chosen={view.filters.table}
          onChoose={(table) => setView({ filters: { table } })}
        />
      }
    >
      {(rows) => (
        <ListItems
          label={t('title')}
          rows={rows}
          className="flex flex-wrap items-center gap-x-6 gap-y-2"
        >
          {({ entry }) => <TrashItem entry={entry} />}
        </ListItems>
      )}
    </ListScreen>
  );
}

const keptMs = 30 * 24 * 3_600_000;

function TrashItem({ entry }: { entry: TrashEntry }) {
  const { t } = useTranslation('admin-trash');
  const labels = useAuditLabels();
  const confirm = useConfirm();
  const restore = useRestore();
  const remove = useDeleteRow('trash', { failed: t('removeFailed', { name: entry.name }) });
  const isBusy = restore.isPending || remove.isPending;
  const { name } = entry;
  const removeForGood = async () => {
    const yes = await confirm({
      question: t('removeQuestion', { name }),
      detail: t('removeDetail'),
      action: t('remove'),
      tone: 'bad',
    });
    if (yes) remove.mutate(String(entry.id));
  };
  return (
    <>
      <div className="min-w-0 grow basis-64">
        <p className="wrap-anywhere">
          <bdi className="font-medium">{name}</bdi>{' '}
          <span className="text-small text-muted">{labels.table(entry.table_name)}</span>
        </p>
        <p className="text-small text-muted">
          {entry.deleted_by_email !== null && (
            <>
              <bdi>{entry.deleted_by_email}</bdi>{' '}
            </>
          )}
          <time dateTime={entry.deleted_at} dir="ltr" className="inline-block tabular-nums">
            {formatDateTime(entry.deleted_at)}
          </time>
        </p>
        <p className="text-small text-muted">
          {t('keptUntil', {
            date: formatDate(new Date(Date.parse(entry.deleted_at) + keptMs).toISOString()),
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="line"
          aria-label={t('restoreOf', { name })}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) restore.mutate(entry);
          }}
        >
          {t('restore')}
        </Button>
        <Button
          look="quiet"
          aria-label={t('removeOf', { name })}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void removeForGood();
          }}
        >
          {t('remove')}
        </Button>
      </div>
    </>
  );
}
