import { useState, type ReactNode } from 'react';
import { Direction } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';
import { useLanguage } from '../../i18n';
import { directionOf } from '../../i18n/language';
import { AdminPalette } from './admin-palette';
import { AdminRail } from './admin-rail';
import { LiveUpdates } from './live-updates';
import { OfflineLine } from './offline-line';
import { PhoneBar } from './phone-bar';
import { PhoneHead } from './phone-head';
import { ScreenProgress } from './screen-progress';
import { ScreenShortcuts } from './screen-shortcuts';
import { useFrameShortcuts } from './use-frame-shortcuts';

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
      <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <ScreenProgress />
        <a
          href="#content"
          className="fixed start-4 top-0 z-50 -translate-y-[150%] bg-accent px-4 py-3 text-accent-ink focus:translate-y-0"
        >
          {t('skip')}
        </a>
        <PhoneHead onSearch={search} />
        <AdminRail role={role} onSearch={search} />
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
