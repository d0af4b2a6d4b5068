import { useTranslation } from 'react-i18next';
import type { ItemKind } from '../../admin/notifications/kinds';
import { badgeText, useUnreadCount } from '../../admin/notifications/use-read-marks';

type Props = {
  /** What the screen shows; without any it has no news. */
  kinds: readonly ItemKind[] | undefined;
  className?: string;
};

const none: readonly ItemKind[] = [];

/** How much of what a screen shows nobody has looked at yet; nothing where that is none. */
export function NewsBadge({ kinds = none, className = '' }: Props) {
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
