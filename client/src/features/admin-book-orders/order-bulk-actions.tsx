import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { orderFlags, type OrderFlag } from './order-flag';

/** What can be done with many orders at once. */
export function OrderBulkActions({ onMark }: { onMark: (flag: OrderFlag) => void }) {
  const { t } = useTranslation('admin-orders');
  return orderFlags.map((flag) => (
    <Button
      key={flag}
      look="line"
      className="relative max-sm:grow max-sm:px-2 lg:min-h-9 lg:px-3 lg:py-1"
      onClick={() => onMark(flag)}
    >
      <span aria-hidden="true" className="sm:hidden">
        {t(`flags.${flag}`)}
      </span>
      <span className="max-sm:sr-only">{t(`bulk.${flag}`)}</span>
    </Button>
  ));
}
