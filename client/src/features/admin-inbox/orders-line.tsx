import { useUnreadCount } from '@/admin/notifications/read-marks';
import { useTranslation } from '@/i18n';
import { LocalLink } from '@/i18n/local-link';

/** One line about orders, which have a screen of their own: how many are new, and the way there. */
export function OrdersLine() {
  const { t } = useTranslation('admin-inbox');
  const count = useUnreadCount(['book_order']);
  return (
    <p className="mb-3 text-small text-muted">
      {count > 0 && <>{t('orders.new', { count })} </>}
      <LocalLink
        to="/admin/book-orders"
        className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink lg:min-h-7"
      >
        {t('orders.open')}
      </LocalLink>
    </p>
  );
}
