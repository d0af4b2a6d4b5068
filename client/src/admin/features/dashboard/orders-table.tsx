import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import type { Day } from './use-orders-per-day';

type Props = { days: Day[]; amountText: (amount: number) => string };

/** The days of the chart as a table, the latest first, without days on which nothing was ordered, paid or refunded. */
export function OrdersTable({ days, amountText }: Props) {
  const { t } = useTranslation('admin-dashboard');
  const language = useLanguage();
  const withOrders = days.filter(({ orders, revenue }) => orders > 0 || revenue !== 0).toReversed();
  return (
    <details className="mt-3 border-t border-line">
      <summary className="min-h-11 py-3 text-small text-muted hover:text-ink lg:min-h-8 lg:py-1.5">
        {t('dashboard.asTable')}
      </summary>
      {withOrders.length === 0 ? (
        <p className="py-2 text-small">{t('dashboard.noOrders')}</p>
      ) : (
        <table className="w-full text-small tabular-nums">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1.5 text-start font-normal">
                {t('dashboard.day')}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {t('dashboard.ordersTitle')}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {t('dashboard.copies')}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {t('dashboard.orderedTitle')}
              </th>
              <th scope="col" className="py-1.5 text-end font-normal">
                {t('dashboard.revenueTitle')}
              </th>
            </tr>
          </thead>
          <tbody>
            {withOrders.map(({ day, orders, copies, ordered, revenue }) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  {formatDate(day)}
                </th>
                <td className="text-end">{formatNumber(orders, language)}</td>
                <td className="text-end">{formatNumber(copies, language)}</td>
                <td className="text-end">{amountText(ordered)}</td>
                <td className="text-end">{amountText(revenue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
