import { useState, useId } from 'react';
import { sum } from 'd3-array';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount, formatDate, formatNumber } from '@/shared/i18n/format';
import { Block } from './block';
import { OrdersChart } from './orders-chart';
import { OrdersTable } from './orders-table';
import { useOrdersPerDay, type Day } from './use-orders-per-day';

/** Orders, their amount and revenue per day, as charts and as a table. */
export function OrdersSection() {
  const { t } = useTranslation('admin-dashboard');
  const [range, setRange] = useState<Range>(30);
  const query = useOrdersPerDay(range);
  return (
    <Block
      title={t('dashboard.perDay')}
      query={query}
      failed={t('dashboard.perDayFailed')}
      corner={<RangeSwitch range={range} onRange={setRange} />}
    >
      {(days) => <Charts days={days} isStale={query.isPlaceholderData} />}
    </Block>
  );
}

function Charts({ days, isStale }: { days: Day[]; isStale: boolean }) {
  const { t } = useTranslation('admin-dashboard');
  const language = useLanguage();
  const orders = sum(days, (day) => day.orders);
  const ordered = sum(days, (day) => day.ordered);
  const revenue = sum(days, (day) => day.revenue);
  const ordersText = (count: number) =>
    t('dashboard.orders', { count, amount: formatNumber(count, language) });
  const amountText = (amount: number) =>
    t('dashboard.dirhams', { amount: formatAmount(amount, language) });
  return (
    <div inert={isStale} className={isStale ? 'opacity-60' : ''}>
      <dl className="flex flex-wrap gap-x-10 gap-y-2">
        <Total label={t('dashboard.ordersTitle')} value={formatNumber(orders, language)} />
        <Total label={t('dashboard.orderedTitle')} value={amountText(ordered)} />
        <Total label={t('dashboard.revenueTitle')} value={amountText(revenue)} />
      </dl>
      <OrdersChart
        days={days}
        amountOf={(day) => day.orders}
        shape="bars"
        minTop={4}
        height={120}
        label={`${t('dashboard.ordersTitle')}: ${ordersText(orders)}`}
        dayLabel={(day) => `${formatDate(day.day)} · ${ordersText(day.orders)}`}
      />
      <OrdersChart
        days={days}
        amountOf={(day) => day.revenue}
        shape="line"
        minTop={1000}
        height={90}
        label={`${t('dashboard.revenueTitle')}: ${amountText(revenue)}`}
        dayLabel={(day) => `${formatDate(day.day)} · ${amountText(day.revenue)}`}
      />
      <OrdersTable days={days} amountText={amountText} />
    </div>
  );
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="figure text-[1.75rem]">{value}</dd>
    </div>
  );
}

const ranges = [7, 30, 90] as const;
type Range = (typeof ranges)[number];

/** Selects the number of days of the chart. */
function RangeSwitch({ range, onRange }: { range: Range; onRange: (range: Range) => void }) {
  const { t } = useTranslation('admin-dashboard');
  const name = useId();
  return (
    <fieldset className="flex rounded-block border border-line">
      <legend className="sr-only">{t('dashboard.range')}</legend>
      {ranges.map((days) => (
        <label
          key={days}
          className="grid min-h-11 place-items-center rounded-block px-3 text-small text-muted hover:text-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent lg:min-h-7"
        >
          <input
            type="radio"
            name={name}
            checked={days === range}
            onChange={() => onRange(days)}
            className="sr-only"
          />
          {t('dashboard.days', { count: days })}
        </label>
      ))}
    </fieldset>
  );
}
