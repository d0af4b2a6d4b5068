import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CsvExport } from '@/admin/csv-export';
import { FilterChips, type FilterChip } from '@/admin/list/filter-chips';
import { FilterMenu } from '@/admin/list/filter-menu';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SavedViews } from '@/admin/list/saved-views';
import { SearchField } from '@/admin/list/search-field';
import { selectPage } from '@/admin/rows/use-page-of-rows';
import { formatDate } from '@/i18n/format';
import { lazyComponent } from '@/ui/lazy';
import { LoadFailure } from '@/ui/load-failure';
import { countsOf, useOrderKinds } from './order-counts';
import { orderCsv } from './order-csv';
import {
  orderQuery,
  queueNames,
  queueOf,
  queues,
  type SetOrderView,
  type OrderView,
} from './order-view';

type Props = { view: OrderView; setView: SetOrderView; onReset: () => void };

const exportPageSize = 1000; // rows per request

const OrderFilterPanel = lazyComponent(
  () => import('./order-filter-panel').then((module) => module.OrderFilterPanel),
  null,
  LoadFailure,
);

/** Search, queues with counts, filters, and export. */
export function OrderToolbar({ view, setView, onReset }: Props) {
  const { t } = useTranslation('admin-orders');
  const columns = useMemo(() => orderCsv(t), [t]);
  const chips = useChips(view, setView);
  const kinds = useOrderKinds(view);
  const counts = kinds && countsOf(kinds, view.filters).queues;
  return (
    <ListToolbar
      search={
        <SearchField
          value={view.search}
          onSearch={(search) => setView({ search })}
          hint={t('searchHint')}
        />
      }
      filters={
        <>
          <FilterMenu count={chips.length}>
            {(panel) => <OrderFilterPanel {...panel} view={view} setView={setView} />}
          </FilterMenu>
          <SavedViews screen="book-orders" />
        </>
      }
      actions={
        <CsvExport
          name="book-orders"
          columns={columns}
          quotes="all"
          page={(page, signal) =>
            selectPage('book_orders', orderQuery({ ...view, page }, exportPageSize), signal)
          }
        />
      }
      tabs={
        <FilterTabs
          label={t('filter')}
          tabs={queueNames.map((name) => ({
            value: name,
            label: t(`queues.${name}`),
            count: counts?.[name],
          }))}
          chosen={queueOf(view.filters)}
          onChoose={(name) =>
            setView({ filters: { state: undefined, payment: undefined, ...queues[name] } })
          }
        />
      }
      chips={<FilterChips chips={chips} onClear={onReset} />}
    />
  );
}

/** A chip for each value of each filter. */
function useChips({ filters }: OrderView, setView: SetOrderView): FilterChip[] {
  const { t } = useTranslation('admin-orders');
  const { state = [], payment, method = [], edition = [], city = [], from, to } = filters;
  const chip = (name: string, value: string, onRemove: () => void): FilterChip => ({
    key: `${name} ${value}`,
    label: t('where.chip', { name, value }),
    onRemove,
  });
  const without = <Value,>(values: readonly Value[], value: Value) =>
    values.filter((other) => other !== value);
  return [
    ...state.map((value) =>
      chip(t('where.state'), t(`steps.${value}`), () =>
        setView({ filters: { state: without(state, value) } }),
      ),
    ),
    ...(payment === undefined
      ? []
      : [
          chip(t('where.payment'), t(`payments.${payment}`), () =>
            setView({ filters: { payment: undefined } }),
          ),
        ]),
    ...method.map((value) =>
      chip(t('fields.payment'), t(`methods.${value}`), () =>
        setView({ filters: { method: without(method, value) } }),
      ),
    ),
    ...edition.map((value) =>
      chip(t('add.edition'), value === 'none' ? t('none') : t(`editions.${value}`), () =>
        setView({ filters: { edition: without(edition, value) } }),
      ),
    ),
    ...city.map((value) =>
      chip(t('fields.city'), value, () => setView({ filters: { city: without(city, value) } })),
    ),
    ...(from === undefined
      ? []
      : [chip(t('where.from'), formatDate(from), () => setView({ filters: { from: undefined } }))]),
    ...(to === undefined
      ? []
      : [chip(t('where.to'), formatDate(to), () => setView({ filters: { to: undefined } }))]),
  ];
}
