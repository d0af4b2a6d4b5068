import { useTranslation } from 'react-i18next';
import { useConfirm } from '@/admin/confirm';
import { useAuditLabels } from '@/admin/history/use-audit-labels';
import { FilterSelect } from '@/admin/list/filter-select';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SearchField } from '@/admin/list/search-field';
import { useListView } from '@/admin/list/use-list-view';
import { useDeleteRow } from '@/admin/rows/use-delete-row';
import { usePageOfRows } from '@/admin/rows/use-page-of-rows';
import { tablesWith } from '@/api/tables';
import { formatDate, formatDateTime } from '@/i18n/format';
import { Button } from '@/ui/button';
import { useRestore, type TrashEntry } from '@/admin/rows/use-restore';

const tables = tablesWith('trash');

/** What was deleted in the last 30 days, the newest first, to be restored or deleted for good. */
export function TrashList() {
  const { t } = useTranslation('admin-trash');
  const labels = useAuditLabels();
  const { view, setView, reset, isNarrowed } = useListView({
    filters: { table: tables },
    sorts: ['deleted_at'],
    defaultSort: '-deleted_at',
  });
  const { table } = view.filters;
  const found = usePageOfRows('trash', {
    view,
    filters: table === undefined ? [] : [['table_name', 'eq', table]],
    search: { columns: ['name'] },
  });
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            value={view.search}
            hint={t('search')}
            onSearch={(search) => setView({ search })}
          />
        }
        filters={
          <FilterSelect
            label={t('table')}
            all={t('all')}
            options={tables.map((value) => ({ value, label: labels.table(value) }))}
            chosen={table}
            onChoose={(chosen) => setView({ filters: { table: chosen } })}
          />
        }
      />
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t(isNarrowed ? 'noneFound' : 'empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
      >
        {(page) => (
          <>
            <ul aria-label={t('title')} className="border-t border-line">
              {page.rows.map((entry) => (
                <TrashItem key={entry.id} entry={entry} />
              ))}
            </ul>
            <ListPager found={page} onTurn={(to) => setView({ page: to })} />
          </>
        )}
      </ListFrame>
    </>
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
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3">
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
    </li>
  );
}
