import { FilterChips, type FilterChip } from '@/admin/kit/list/filter-chips';
import { FilterMenu } from '@/admin/kit/list/filter-menu';
import { FilterSelect } from '@/admin/kit/list/filter-select';
import { OptionalTabs } from '@/admin/kit/list/filter-tabs';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { useCityName } from '@/shared/i18n/use-city-name';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { countsOf, useOrderKinds } from './order-counts';
import { flagFilters, queueNames, queueOf, queues, type OrderView } from './order-view';
import type { OrderListState } from './use-order-list';

const OrderFilterPanel = lazyComponent(
  () => import('./order-filter-panel').then((m) => m.OrderFilterPanel),
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

/** The seven filters: all, and each flag set or not, with the number of orders of each. */
export function OrderFlagTabs({ list: { view, setView } }: Props) {
  const { t } = useTranslation('admin-orders');
  const kinds = useOrderKinds(view);
  return (
    <OptionalTabs
      label={t('filter')}
      values={flagFilters}
      labelOf={(name) => t(`filters.${name}`)}
      {...(kinds && { counts: countsOf(kinds, view.filters).filter })}
      chosen={view.filters.filter}
      onChoose={(filter) => setView({ filters: { filter } })}
    />
  );
}

/** The queues, with the number of orders of each. */
export function OrderQueues({ list: { view, setView } }: Props) {
  const { t } = useTranslation('admin-orders');
  const language = useLanguage();
  const kinds = useOrderKinds(view);
  const counts = kinds && countsOf(kinds, view.filters).queues;
  const labelOf = (name: (typeof queueNames)[number]) => {
    const count = counts?.[name];
    return `${t(`queues.${name}`)}${count === undefined ? '' : ` (${formatNumber(count, language)})`}`;
  };
  return (
    <div className="max-sm:basis-full">
      <FilterSelect
        label={t('queue')}
        all={t('queues.all')}
        options={queueNames.map((value) => ({ value, label: labelOf(value) }))}
        chosen={queueOf(view.filters)}
        onChoose={(name) =>
          setView({
            filters: { state: undefined, filter: undefined, ...(name && queues[name]) },
          })
        }
      />
    </div>
  );
}

/** A chip for each value of each filter that has no tab. */
function useChips({ filters }: OrderView, setView: OrderListState['setView']): FilterChip[] {
  const { t } = useTranslation('admin-orders');
  const { state = [], method = [], edition = [], city = [], from, to } = filters;
  const cityName = useCityName(city.length > 0);
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
      chip(t('fields.city'), cityName(value), () =>
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
