import { useEffect, useState, type ReactNode } from 'react';
import { Direction } from 'radix-ui';
import { Search } from 'lucide-react';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf } from '@/shared/i18n/language';
import { notify } from '@/shared/ui/toast';
import { useOnline } from '@/shared/ui/use-online';
import { AdminPalette } from './admin-palette';
import { AdminSidebar } from './admin-sidebar';
import { PhoneBar } from './phone-bar';
import { useStore } from '@/shared/ui/store';
import { pendingScreens } from './screen-modules';
import type { RowEvent } from '@/shared/api/live';
import { useAccountItems } from '@/admin/kit/account/use-account-items';
import { LiveStatus, OfflineIndicator } from '@/admin/kit/live/connection-indicator';
import { useLive } from '@/admin/kit/live/use-live';
import { toNotifications } from '@/admin/kit/notifications/to-notifications';
import { useFirstVisit } from '@/admin/kit/notifications/read-marks';
import { useNotifications } from '@/admin/kit/notifications/use-notifications';
import { useQueryClient } from '@tanstack/react-query';
import { AdminLogo } from './admin-logo';
import { useNavigate } from 'react-router';
import { localPath } from '@/shared/ui/local-link';
import { screensFor, type Screen } from './screens';

/** The layout of the back-office: side menu, or bottom bar on a phone; command palette and shortcuts. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const role = useAdminAuth().adminUser?.role;
  const [overlay, setOverlay] = useState<'palette' | 'help'>();
  const search = () => setOverlay('palette');
  useFrameShortcuts(setOverlay);
  useOfflineToast();
  return (
    <Direction.Provider dir={directionOf(language)}>
      <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
        <ScreenProgress />
        <a
          href="#content"
          className="fixed start-4 top-0 z-50 -translate-y-[150%] bg-accent px-4 py-3 text-accent-ink focus:translate-y-0"
        >
          {t('skip')}
        </a>
        <PhoneHeader onSearch={search} />
        <AdminSidebar role={role} onSearch={search} />
        <div className="min-w-0 pb-(--bar,0px)">
          <main id="content" tabIndex={-1} className="gutter py-5 outline-none lg:py-7">
            <div className="max-w-7xl">{children}</div>
          </main>
        </div>
        <PhoneBar role={role} />
        <ScreenShortcuts role={role} />
        <AdminPalette role={role} overlay={overlay} onOverlay={setOverlay} />
        <LiveUpdates />
      </div>
    </Direction.Provider>
  );
}

/** A progress line while a screen loads. It becomes visible after 150 ms. */
function ScreenProgress() {
  const { t } = useTranslation();
  const isOpening = useStore(pendingScreens) > 0;
  if (!isOpening) return null;
  return (
    <div role="status" className="progress-line">
      <span className="sr-only">{t('nav.loading')}</span>
    </div>
  );
}

/** A toast while offline. A line above the screen would move its buttons when the network comes and goes. */
function useOfflineToast(): void {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  useEffect(
    () => (isOnline ? undefined : notify('bad', t('offline'), { about: 'offline' })),
    [isOnline, t],
  );
}

/** The shortcuts of the palette and the help. Those of screens are in ScreenShortcuts. */
function useFrameShortcuts(onOverlay: (overlay: 'palette' | 'help') => void): void {
  const { t } = useTranslation('admin');
  useShortcut('mod+k', t('palette.open'), () => onOverlay('palette'));
  useShortcut('?', t('help.title'), () => onOverlay('help'));
}

/**
 * Subscribes to realtime changes while signed in, once the first rows are shown, and shows notifications.
 */
function LiveUpdates() {
  const { isAdmin, adminUser, recheck } = useAdminAuth();
  const showNotifications = useNotifications();
  useAccountItems(isAdmin ? adminUser?.auth_user_id : undefined);
  useFirstVisit();
  const areShown = useRowsShown();
  useLive(isAdmin && areShown, {
    onEvents: (events) => {
      showNotifications(toNotifications(events));
      // The role may have changed, and with it the menu.
      if (events.some((event) => concerns(event, adminUser?.id))) recheck();
    },
    // A deactivated admin is shown no rows, and gets no error either.
    onRowsLost: recheck,
  });
  return <LiveStatus />;
}

const concerns = ({ table, row }: RowEvent, admin: string | undefined) =>
  table === 'admin_users' && row['id'] === admin;

// Milliseconds without a request, and after which the rows are no longer waited for.
const quiet = 150;
const longest = 5_000;

/**
 * Whether the first screen has its rows, at the latest after 5 s. What no shown content needs is loaded then, so
 * that it does not compete with them on a slow network.
 */
function useRowsShown(): boolean {
  const queries = useQueryClient();
  const [areShown, setShown] = useState(false);
  useEffect(() => {
    if (areShown) return undefined;
    const show = () => setShown(true);
    const last = setTimeout(show, longest);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (pendingScreens.get() === 0 && queries.isFetching() === 0) timer = setTimeout(show, quiet);
    };
    wait();
    const stops = [queries.getQueryCache().subscribe(wait), pendingScreens.subscribe(wait)];
    return () => {
      clearTimeout(last);
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [areShown, queries]);
  return areShown;
}

/** The header on a phone: logo and search. */
function PhoneHeader({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <header className="flex h-13 items-center justify-between border-b border-line bg-raised gutter lg:hidden print:hidden">
      <AdminLogo />
      <div className="ms-auto pe-3">
        <OfflineIndicator />
      </div>
      <button
        type="button"
        aria-label={t('palette.open')}
        onClick={onSearch}
        className="-me-2.5 grid size-11 place-items-center"
      >
        <Search aria-hidden="true" className="size-5" strokeWidth={1.8} />
      </button>
    </header>
  );
}

/** The shortcut of each screen. One component per screen, because useShortcut is a hook. */
function ScreenShortcuts({ role }: { role: string | undefined }) {
  return screensFor(role).map((screen) => <ScreenShortcut key={screen.path} screen={screen} />);
}

function ScreenShortcut({ screen: { path, label, keys } }: { screen: Screen }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const language = useLanguage();
  const go = () => void navigate(localPath(path, language));
  useShortcut(keys ?? '', t(`screens.${label}`), keys === undefined ? undefined : go);
  return null;
}
