import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { FunnelSection } from '@/admin/features/dashboard/funnel-section';
import { NewestSection } from '@/admin/features/dashboard/newest-section';
import { OrdersSection } from '@/admin/features/dashboard/orders-section';
import { SiteCountsSection, type CountLinks } from '@/admin/features/dashboard/site-counts-section';
import { WaitingSection } from '@/admin/features/dashboard/waiting-section';
import { SetupChecklist } from '@/admin/features/setup/setup-checklist';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';
import { QuickActions } from './quick-actions';
import { screensFor } from './screens';

const links: Required<CountLinks> = {
  book_orders: '/admin/book-orders',
  book_reviews: '/admin/book-reviews',
  contact_submissions: '/admin/contact',
  speaking_inquiries: '/admin/form-submissions?form=speaking',
  sponsorship_inquiries: '/admin/form-submissions?form=sponsorship',
  media_highlights: '/admin/media-highlights',
};

/** The dashboard: the checklist of a fresh site, counts, quick actions, orders and new entries. */
export function DashboardPage() {
  const { t } = useTranslation('admin-dashboard');
  const role = useAdminAuth().adminUser?.role;
  const offered = screensFor(role).map(({ path }) => path);
  const isOffered = (home: string) => offered.some((path) => path === home.split('?')[0]);
  return (
    <>
      <PageHeading title={t('dashboard.title')} />
      <div className="grid gap-4 lg:gap-5">
        <SetupChecklist />
        <SiteCountsSection
          links={Object.fromEntries(Object.entries(links).filter(([, home]) => isOffered(home)))}
        />
        <QuickActions role={role} />
        <div className="grid items-start gap-4 lg:gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
          <OrdersSection />
          <div className="grid gap-4 lg:gap-5">
            <WaitingSection />
            <FunnelSection />
          </div>
        </div>
        <NewestSection />
      </div>
    </>
  );
}
