import { useTranslation } from 'react-i18next';
import { SiteCountsSection } from '../../features/admin-dashboard/site-counts-section';
import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';
import { LocalLink } from '../../i18n/local-link';
import { OnwardIcon } from '../../ui/icons';
import { menuFor } from './menu';
import { PageHeading } from './page-heading';

/** The overview: how much there is of everything, and the ways to work on it. */
export function DashboardPage() {
  const { t } = useTranslation('admin');
  const { adminUser } = useAdminAuth();
  const actions = menuFor(adminUser?.role).flatMap(({ to, action }) =>
    action === undefined ? [] : [{ to, action }],
  );
  return (
    <>
      <PageHeading title={t('dashboard.title')} />
      <SiteCountsSection />
      <section aria-labelledby="quick-actions" className="mt-10">
        <h2 id="quick-actions" className="display text-title">
          {t('dashboard.actions')}
        </h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {actions.map(({ to, action }) => (
            <li key={to}>
              <LocalLink
                to={to}
                className="flex min-h-14 items-center justify-between gap-4 rounded-block border border-edge px-4 py-3 hover:border-ink hover:bg-ink hover:text-ground"
              >
                {t(action)}
                <OnwardIcon />
              </LocalLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
