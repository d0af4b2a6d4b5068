import {
  FilterDays,
  FilterPanel,
  FilterSearchSet,
  FilterSet,
} from '@/admin/kit/popover/filter-panel';
import type { MenuProps } from '@/admin/kit/list/menu-button';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { cityName } from '@/shared/i18n/city';
import { foldName } from '@/shared/i18n/fold';
import { countsOf, useOrderCities, useOrderKinds } from './order-counts';
import { paymentMethods } from './order-flag';
import { orderStates } from './order-status';
import { shownEditions, type OrderView, type SetOrderView } from './order-view';

type Props = MenuProps & { view: OrderView; setView: SetOrderView };

/** The filters of the orders, with the number of orders of each value. */
export function OrderFilterPanel({ view, setView, ...popover }: Props) {
  const { t } = useTranslation('admin-orders');
  const { filters } = view;
  const kinds = useOrderKinds(view);
  const counts = kinds && countsOf(kinds, filters);
  return (
    <FilterPanel {...popover}>
      <FilterSet
        label={t('where.state')}
        options={orderStates.map((value) => ({
          value,
          label: t(`steps.${value}`),
          count: counts && (counts.state[value] ?? 0),
        }))}
        chosen={filters.state}
        onChoose={(state) => setView({ filters: { state } })}
      />
      <FilterSet
        label={t('fields.payment')}
        options={paymentMethods.map((value) => ({
          value,
          label: t(`methods.${value}`),
          count: counts && (counts.method[value] ?? 0),
        }))}
        chosen={filters.method}
        onChoose={(method) => setView({ filters: { method } })}
      />
      <FilterSet
        label={t('add.edition')}
        options={shownEditions.map((value) => ({
          value,
          label: value === 'none' ? t('none') : t(`editions.${value}`),
          count: counts && (counts.edition[value] ?? 0),
        }))}
        chosen={filters.edition}
        onChoose={(edition) => setView({ filters: { edition } })}
      />
      <Cities view={view} setView={setView} />
      <FilterDays
        label={t('where.ordered')}
        from={filters.from}
        to={filters.to}
        onChoose={(days) => setView({ filters: days })}
      />
    </FilterPanel>
  );
}

function Cities({ view, setView }: Pick<Props, 'view' | 'setView'>) {
  const { t } = useTranslation('admin-orders');
  const language = useLanguage();
  const { data = [], error } = useOrderCities(view);
  const chosen = (view.filters.city ?? []).map(foldName);
  const isKnown = (key: string) => data.some(({ city_key: known }) => known === key);
  // A city of the address stays where no order of it is left.
  const options = [
    ...chosen
      .filter((key) => !isKnown(key))
      .map((key) => ({ value: key, label: cityName(key, language) })),
    ...data.map(({ city_key: key, city, orders }) => ({
      value: key,
      label: cityName(city, language),
      count: orders,
    })),
  ];
  if (error !== null) return <p className="text-small text-muted">{t('where.noCities')}</p>;
  return (
    <FilterSearchSet
      label={t('fields.city')}
      search={t('where.findCity')}
      none={t('where.noCity')}
      options={options}
      chosen={chosen}
      onChoose={(city) => setView({ filters: { city } })}
    />
  );
}
