import { newRow, useOpenRow } from '@/admin/kit/use-open-row';
import { OrdersScreen } from '@/admin/features/book-orders/orders-screen';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
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
