import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { OrderList } from '../../features/admin-book-orders/order-list';
import { OrderToolbar } from '../../features/admin-book-orders/order-toolbar';
import { readView, writeView, type OrderView } from '../../features/admin-book-orders/order-view';
import { PageHeading } from './page-heading';

/** The book orders. What is looked at is in the address. */
export function BookOrdersPage() {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const look = (change: Partial<OrderView>, replace = false) =>
    setParams((now) => writeView(now, { ...readView(now), page: 1, ...change }), { replace });
  return (
    <>
      <PageHeading title={t('orders.title')} />
      <OrderToolbar
        view={view}
        // Each pause in typing is no step that one wants to go back to.
        onChange={(change) => look(change, change.search !== undefined)}
      />
      <div className="mt-6">
        <OrderList view={view} onTurn={(page) => look({ page })} />
      </div>
    </>
  );
}
