import type { ItemKind } from '@/admin/kit/notifications/kinds';
import { badgeText, useUnreadCount } from '@/admin/kit/notifications/read-marks';
import { useTranslation } from '@/shared/i18n';

type Props = {
  /** The kinds of items on the screen. */
  kinds: readonly ItemKind[] | undefined;
  className?: string;
};

const none: readonly ItemKind[] = [];

/** The number of unread items of a screen; nothing if there are none. */
export function UnreadBadge({ kinds = none, className = '' }: Props) {
  const { t } = useTranslation('admin-kit');
  const count = useUnreadCount(kinds);
  if (count === 0) return null;
  return (
    <span
      data-news={count}
      className={`grid h-4.5 min-w-4.5 place-items-center rounded-full bg-status-new px-1 text-[0.6875rem] leading-none font-medium text-ground tabular-nums ${className}`}
    >
      <span aria-hidden="true">{badgeText(count)}</span>
      <span className="sr-only">{t('news.badge', { count })}</span>
    </span>
  );
}
