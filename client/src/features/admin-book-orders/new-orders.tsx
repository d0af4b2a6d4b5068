import { useTranslation } from 'react-i18next';
import { NewerRows } from '../../admin/list/newer-rows';
import type { usePageOfRows } from '../../admin/rows/use-page-of-rows';
import { orderQuery, type OrderView } from './order-view';

type Props = {
  view: OrderView;
  found: ReturnType<typeof usePageOfRows<'book_orders'>>;
};

/** Word of the orders that came in since the list was read, and the way to them. */
export function NewOrders({ view, found }: Props) {
  const { t } = useTranslation('admin-orders');
  return (
    <NewerRows
      relation="book_orders"
      filters={(since) => [...orderQuery(view).filters, ['created_at', 'gt', since]]}
      view={view}
      found={found}
      kinds={['book_order']}
      text={(count) => t('newer', { count })}
    />
  );
}
