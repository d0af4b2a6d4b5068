import { newRow, useOpenRow } from '@/admin/use-open-row';
import { OrdersScreen } from '@/features/admin-book-orders/orders-screen';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/button';
import { PageHeading } from './page-heading';

const none: [] = [];

/** The book orders. */
export function BookOrdersPage() {
  const { t } = useTranslation('admin-orders');
  const { open } = useOpenRow(none);
  return (
    <>
      <PageHeading title={t('title')}>
        <Button onClick={() => open(newRow)}>{t('add.action')}</Button>
      </PageHeading>
      <OrdersScreen />
    </>
  );
}
