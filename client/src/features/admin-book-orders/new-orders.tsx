import { useTranslation } from 'react-i18next';
import { NewerBar } from '../../desk/list/newer-bar';
import { newestIn, useNewer } from '../../desk/rows/use-newer';
import type { usePageOfRows } from '../../desk/rows/use-page-of-rows';
import { orderQuestion, type OrderView } from './order-view';

type Props = {
  view: OrderView;
  found: ReturnType<typeof usePageOfRows<'book_orders'>>;
};

/** Word of the orders that came in since the list was read, and the way to them. */
export function NewOrders({ view, found }: Props) {
  const { t } = useTranslation('desk-orders');
  // What is shown while another view loads is not of this one.
  const since = found.isPlaceholderData ? undefined : newestIn(found.data?.rows, view);
  const count = useNewer(
    'book_orders',
    since === undefined ? undefined : [...orderQuestion(view).filters, ['created_at', 'gt', since]],
  );
  return (
    <NewerBar count={count} text={t('newer', { count })} onShow={() => void found.refetch()} />
  );
}
