import { useTranslation } from 'react-i18next';
import { FilterTabs } from '../../desk/list/filter-tabs';
import { ListToolbar } from '../../desk/list/list-toolbar';
import { SearchField } from '../../desk/list/search-field';
import { useCounts } from '../../desk/rows/use-counts';
import { filterCounts, orderFilters, type LookAtOrders, type OrderView } from './order-view';

type Props = { view: OrderView; look: LookAtOrders };

/** Search, the seven filters with how many there are of each, and what can be done with all. */
export function OrderToolbar({ view, look }: Props) {
  const { t } = useTranslation('desk-orders');
  const counts = useCounts('book_orders', filterCounts);
  return (
    <ListToolbar
      search={
        <SearchField
          value={view.search}
          onSearch={(search) => look({ search })}
          hint={t('searchHint')}
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
            look({ filters: { filter: filter === 'all' ? undefined : filter } })
          }
        />
      }
    />
  );
}
