import { useEffect, useState } from 'react';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { LocalNavLink } from '@/shared/ui/local-link';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { useMedia } from '@/shared/ui/use-media';
import { whenIdle } from '@/shared/ui/when-idle';
import { UnreadBadge } from './unread-badge';
import { screensFor } from './screens';

const MenuSheet = lazyComponent(
  () => import('./menu-sheet').then((m) => m.MenuSheet),
  null,
  LoadFailure,
);

const place = 'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem]';

/** The bottom bar on a phone: the main screens, and a button for the whole menu. */
export function PhoneBar({ role }: { role: string | undefined }) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMedia('(max-width: 63.99rem)');
  useEffect(() => (isPhone ? whenIdle(MenuSheet.preload) : undefined), [isPhone]);
  return (
    <nav
      aria-label={t('menu.daily')}
      className="phone-bar fixed inset-x-0 bottom-0 z-30 flex h-(--bar) border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {screensFor(role).map(({ path, onPhone, itemKinds, icon: Icon }) =>
        onPhone === undefined ? null : (
          <LocalNavLink
            key={path}
            to={path}
            className={`${place} border-t-3 border-transparent aria-[current=page]:border-accent aria-[current=page]:font-medium`}
          >
            <span className="relative">
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
              <UnreadBadge kinds={itemKinds} className="absolute -top-1.5 start-3" />
            </span>
            <span className="max-w-full truncate px-1">{t(`short.${onPhone}`)}</span>
          </LocalNavLink>
        ),
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={place}
      >
        <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {t('menu.more')}
      </button>
      {isOpen && <MenuSheet role={role} onClose={() => setOpen(false)} />}
    </nav>
  );
}
