import { useTranslation } from 'react-i18next';
import { SiteCountsSection } from '../../features/admin-dashboard/site-counts-section';
import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';
import { LocalLink } from '../../i18n/local-link';
import { OnwardIcon } from '../../ui/icons';
import { PageHeading } from './page-heading';
import { screensFor } from './screens';

/** The overview: how much there is of everything, and the ways to work on it. */
export function DashboardPage() {
  const { t } = useTranslation('admin');
  const { adminUser } = useAdminAuth();
  const actions = screensFor(adminUser?.role).flatMap(({ path, action }) =>
    action === undefined ? [] : [{ path, action }],
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
          {actions.map(({ path, action }) => (
            <li key={path}>
              <LocalLink
                to={path}
                className="flex min-h-14 items-center justify-between gap-4 rounded-block border border-edge px-4 py-3 hover:border-ink hover:bg-ink hover:text-ground"
              >
                {t(`quick.${action}`)}
                <OnwardIcon />
              </LocalLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
