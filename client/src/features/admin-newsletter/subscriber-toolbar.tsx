import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CsvColumn } from '@/admin/csv';
import { CsvExport } from '@/admin/csv-export';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SearchField } from '@/admin/list/search-field';
import { useCounts } from '@/admin/rows/use-counts';
import { selectPage } from '@/admin/rows/use-page-of-rows';
import { formatDateTime } from '@/i18n/format';
import { ImportButton } from './import-button';
import {
  stateOf,
  subscriberCounts,
  subscriberQuery,
  subscriberStates,
  type SetSubscriberView,
  type Subscriber,
  type SubscriberView,
} from './subscriber';

type Props = { view: SubscriberView; setView: SetSubscriberView };

const exportPageSize = 1000; // rows per request

/** Search, status tabs with counts, and export. */
export function SubscriberToolbar({ view, setView }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const counts = useCounts('newsletter_subscribers', subscriberCounts);
  const tabs = ['all', ...subscriberStates] as const;
  return (
    <ListToolbar
      search={
        <SearchField
          value={view.search}
          hint={t('search')}
          onSearch={(search) => setView({ search })}
        />
      }
      actions={
        <>
          <ImportButton />
          <SubscriberCsv view={view} />
        </>
      }
      tabs={
        <FilterTabs
          label={t('filter')}
          tabs={tabs.map((tab) => ({ value: tab, label: t(`tabs.${tab}`), count: counts[tab] }))}
          chosen={view.filters.status ?? 'all'}
          onChoose={(tab) => setView({ filters: { status: tab === 'all' ? undefined : tab } })}
        />
      }
    />
  );
}

function SubscriberCsv({ view }: { view: SubscriberView }) {
  const { t } = useTranslation('admin-newsletter');
  const columns = useMemo(
    (): CsvColumn<Subscriber>[] => [
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
  return (
    <CsvExport
      name="newsletter-subscribers"
      columns={columns}
      quotes="all"
      page={(page, signal) =>
        selectPage(
          'newsletter_subscribers',
          { ...subscriberQuery({ ...view, page }), size: exportPageSize },
          signal,
        )
      }
    />
  );
}
