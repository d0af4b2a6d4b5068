import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { reasons, type OrderOutcome } from './bulk-orders';

type Props = { unchanged: readonly OrderOutcome[]; onDismiss: () => void };

const shown = 50; // numbers of each reason

/** The orders that a change of many has left as they were, by reason. */
export function OrderBulkResult({ unchanged, onDismiss }: Props) {
  const { t } = useTranslation('admin-orders');
  const language = useLanguage();
  return (
    <div role="status" className="empty:hidden">
      {unchanged.length > 0 && (
        <div className="mb-3 border-s-4 border-accent bg-raised px-3 py-2 text-small">
          <p className="font-medium">{t('bulkFailed', { count: unchanged.length })}</p>
          <ul className="mt-1 grid gap-1">
            {reasons.map((reason) => {
              const orders = unchanged.filter(({ outcome }) => outcome === reason);
              const numbers = orders.map(({ number }) => number).filter(Boolean);
              return orders.length === 0 ? null : (
                <li key={reason}>
                  {t(`outcomes.${reason}`, { amount: formatNumber(orders.length, language) })}{' '}
                  <bdi dir="ltr" className="wrap-anywhere text-muted">
                    {numbers.slice(0, shown).join(', ')}
                    {numbers.length > shown && ' …'}
                  </bdi>
                </li>
              );
            })}
          </ul>
          <Button look="quiet" className="px-0! lg:min-h-8" onClick={onDismiss}>
            {t('bulk.dismiss')}
          </Button>
        </div>
      )}
    </div>
  );
}
