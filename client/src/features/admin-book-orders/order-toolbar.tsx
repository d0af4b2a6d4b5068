import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CsvExport } from '@/admin/csv-export';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SavedViews } from '@/admin/list/saved-views';
import { SearchField } from '@/admin/list/search-field';
import { useCounts } from '@/admin/rows/use-counts';
import { selectPage } from '@/admin/rows/use-page-of-rows';
import { orderCsv } from './order-csv';
import {
  filterCounts,
  orderFilters,
  orderQuery,
  type SetOrderView,
  type OrderView,
} from './order-view';

type Props = { view: OrderView; setView: SetOrderView };

const exportPageSize = 1000; // rows per request

/** Search, filters with counts, and export. */
export function OrderToolbar({ view, setView }: Props) {
  const { t } = useTranslation('admin-orders');
  const columns = useMemo(() => orderCsv(t), [t]);
  const counts = useCounts('book_orders', filterCounts);
  return (
    <ListToolbar
      search={
        <SearchField
          value={view.search}
          onSearch={(search) => setView({ search })}
          hint={t('searchHint')}
        />
      }
      filters={<SavedViews screen="book-orders" />}
      actions={
        <CsvExport
          name="book-orders"
          columns={columns}
          quotes="all"
          page={(page, signal) =>
            selectPage(
              'book_orders',
              { ...orderQuery({ ...view, page }), size: exportPageSize },
              signal,
            )
          }
        />
      }
      tabs={
        <FilterTabs
          label={t('filter')}
          tabs={orderFilters.map((filter) => ({
            value: filter,
            label: t(`filters.${filter}`),
            count: counts[filter],
          }))}
          chosen={view.filters.filter ?? 'all'}
          onChoose={(filter) =>
            setView({ filters: { filter: filter === 'all' ? undefined : filter } })
          }
        />
      }
    />
  );
}
