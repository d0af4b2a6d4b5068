import { useState, type ReactNode } from 'react';
import { Direction } from 'radix-ui';
import { WifiOff } from 'lucide-react';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf } from '@/shared/i18n/language';
import { useOnline } from '@/shared/ui/use-online';
import { AdminPalette } from './admin-palette';
import { AdminSidebar } from './admin-sidebar';
import { LiveUpdates } from './live-updates';
import { PhoneBar } from './phone-bar';
import { PhoneHeader } from './phone-header';
import { useStore } from '@/shared/ui/store';
import { pendingScreens } from './screen-modules';
import { ScreenShortcuts } from './screen-shortcuts';

/** The layout of the back-office: side menu, or bottom bar on a phone; command palette and shortcuts. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const role = useAdminAuth().adminUser?.role;
  const [overlay, setOverlay] = useState<'palette' | 'help'>();
  const search = () => setOverlay('palette');
  useFrameShortcuts(setOverlay);
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
          <OfflineLine />
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

/** A note while offline. The live region is always rendered, so that changes are announced. */
function OfflineLine() {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-3 border-b border-line bg-ink gutter py-2 text-small text-ground">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
          {t('offline')}
        </p>
      )}
    </div>
  );
}

/** The shortcuts of the palette and the help. Those of screens are in ScreenShortcuts. */
function useFrameShortcuts(onOverlay: (overlay: 'palette' | 'help') => void): void {
  const { t } = useTranslation('admin');
  useShortcut('mod+k', t('palette.open'), () => onOverlay('palette'));
  useShortcut('?', t('help.title'), () => onOverlay('help'));
}
