import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { formatAmount } from '../../i18n/format';

/** What it costs and how it is paid, below the perforation. */
export function SlipTotal({ totalMad }: { totalMad: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const total = t('book.price', { count: totalMad, amount: formatAmount(totalMad, language) });
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-small">
      <dt className="text-muted">{t('order.delivery')}</dt>
      <dd>{t('order.free')}</dd>
      <dt className="text-muted">{t('order.payment')}</dt>
      <dd>{t('order.cash')}</dd>
      <dt className="self-end pt-2 text-body">{t('order.total')}</dt>
      <dd aria-live="polite" className="figure pt-2 text-[2.5rem]">
        {total}
      </dd>
    </dl>
  );
}
