import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { screensFor } from './screens';

const order = ['bookReviews', 'bookOrders', 'mediaHighlights', 'contact'] as const;

/** Links to frequent tasks. */
export function QuickActions({ role }: { role: string | undefined }) {
  const { t } = useTranslation(['admin-dashboard', 'admin']);
  const offered = screensFor(role);
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="sr-only">
        {t('dashboard.actions')}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {order.map((wanted) =>
          offered
            .filter(({ action }) => action === wanted)
            .map(({ path, icon: Icon }) => (
              <li key={path}>
                <LocalLink
                  to={path}
                  className="flex h-full min-h-11 items-center gap-3 rounded-block border border-edge px-3.5 py-2 text-small hover:border-ink hover:bg-ink hover:text-ground"
                >
                  <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
                  {t(`admin:quick.${wanted}`)}
                </LocalLink>
              </li>
            )),
        )}
      </ul>
    </section>
  );
}
