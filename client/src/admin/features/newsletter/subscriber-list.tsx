import { useMemo } from 'react';
import type { CsvColumn } from '@/admin/kit/csv';
import { ImportButton } from '@/admin/kit/import/import-button';
import { OptionalTabs } from '@/admin/kit/list/filter-tabs';
import { ListExport } from '@/admin/kit/list/list-export';
import { ListScreen, ListTable } from '@/admin/kit/list/list-screen';
import { useTabCounts } from '@/admin/kit/list/use-list';
import { useTranslation, withMessages } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { stateOf, subscriberStates, useSubscriberList, type Subscriber } from './subscriber';
import { SubscriberCard, useSubscriberColumns } from './subscriber-columns';

const SubscriberImport = lazyComponent(
  () =>
    withMessages(import('./import-drawer'), ['admin-import']).then(
      (module) => module.SubscriberImport,
    ),
  null,
  LoadFailure,
);

const nameOf = ({ email }: Subscriber) => email;

/** The newsletter subscribers, newest first. */
export function SubscriberList() {
  const { t } = useTranslation('admin-newsletter');
  const list = useSubscriberList();
  const { view, setView } = list;
  const counts = useTabCounts(list, subscriberStates, (status) => ({ status }));
  const columns = useSubscriberColumns();
  return (
    <ListScreen
      list={list}
      name="newsletter"
      texts={{ search: t('search'), failed: t('failed'), empty: t('empty') }}
      actions={
        <>
          <ImportButton>{(onClose) => <SubscriberImport onClose={onClose} />}</ImportButton>
          <ListExport
            list={list}
            name="newsletter-subscribers"
            columns={useCsvColumns()}
            quotes="all"
          />
        </>
      }
      tabs={
        <OptionalTabs
          label={t('filter')}
          values={subscriberStates}
          labelOf={(status) => t(`tabs.${status}`)}
          counts={counts}
          chosen={view.filters.status}
          onChoose={(status) => setView({ filters: { status } })}
        />
      }
    >
      {(rows) => (
        <ListTable
          list={list}
          caption={t('title')}
          columns={columns}
          rows={rows}
          card={SubscriberCard}
          nameOf={nameOf}
        />
      )}
    </ListScreen>
  );
}

function useCsvColumns(): CsvColumn<Subscriber>[] {
  const { t } = useTranslation('admin-newsletter');
  return useMemo(
    () => [
      { head: t('columns.email'), value: ({ email }) => email },
      { head: t('columns.language'), value: ({ language }) => language },
      { head: t('columns.status'), value: (row) => t(`status.${stateOf(row)}`) },
      { head: t('columns.asked'), value: (row) => formatDateTime(row.created_at) },
      {
        head: t('columns.confirmed'),
        value: ({ confirmed_at: at }) => (at === null ? null : formatDateTime(at)),
      },
    ],
    [t],
  );
}
