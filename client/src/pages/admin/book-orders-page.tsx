import { useTranslation } from 'react-i18next';
import { newRow, useOpened } from '../../desk/use-opened';
import { OrderDesk } from '../../features/admin-book-orders/order-desk';
import { Button } from '../../ui/button';
import { PageHeading } from './page-heading';

const none: [] = [];

/** The book orders. */
export function BookOrdersPage() {
  const { t } = useTranslation('desk-orders');
  const { open } = useOpened(none);
  return (
    <>
      <PageHeading title={t('title')}>
        <Button onClick={() => open(newRow)}>{t('add.action')}</Button>
      </PageHeading>
      <OrderDesk />
    </>
  );
}
