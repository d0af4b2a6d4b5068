import { useTranslation } from 'react-i18next';
import { OrderDesk } from '../../features/admin-book-orders/order-desk';
import { PageHeading } from './page-heading';

/** The book orders. */
export function BookOrdersPage() {
  const { t } = useTranslation('desk-orders');
  return (
    <>
      <PageHeading title={t('title')} />
      <OrderDesk />
    </>
  );
}
