import { FilterChips, type FilterChip } from '@/admin/list/filter-chips';
import { FilterMenu } from '@/admin/list/filter-menu';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { useLanguage, useTranslation } from '@/i18n';
import { cityName } from '@/i18n/city';
import { formatDate } from '@/i18n/format';
import { lazyComponent } from '@/ui/lazy';
import { LoadFailure } from '@/i18n/load-failure';
import { countsOf, useOrderKinds } from './order-counts';
import { queueNames, queueOf, queues, type OrderView } from './order-view';
import type { OrderListState } from './use-order-list';

const OrderFilterPanel = lazyComponent(
  () => import('./order-filter-panel').then((module) => module.OrderFilterPanel),
  null,
  LoadFailure,
);

type Props = { list: OrderListState };

/** The button of the filters. */
export function OrderFilterMenu({ list: { view, setView } }: Props) {
  const chips = useChips(view, setView);
  return (
    <FilterMenu count={chips.length}>
      {(panel) => <OrderFilterPanel {...panel} view={view} setView={setView} />}
    </FilterMenu>
  );
}

/** The filters that are set. */
export function OrderFilterChips({ list: { view, setView, reset } }: Props) {
  return <FilterChips chips={useChips(view, setView)} onClear={reset} />;
}

/** The queues, with the number of orders of each. */
export function OrderQueues({ list: { view, setView } }: Props) {
  const { t } = useTranslation('admin-orders');
  const kinds = useOrderKinds(view);
  const counts = kinds && countsOf(kinds, view.filters).queues;
  return (
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
  );
}

/** A chip for each value of each filter. */
function useChips({ filters }: OrderView, setView: OrderListState['setView']): FilterChip[] {
  const { t } = useTranslation('admin-orders');
  const language = useLanguage();
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
      chip(t('fields.city'), cityName(value, language), () =>
        setView({ filters: { city: without(city, value) } }),
      ),
    ),
    ...(from === undefined
      ? []
      : [chip(t('where.from'), formatDate(from), () => setView({ filters: { from: undefined } }))]),
    ...(to === undefined
      ? []
      : [chip(t('where.to'), formatDate(to), () => setView({ filters: { to: undefined } }))]),
  ];
}
