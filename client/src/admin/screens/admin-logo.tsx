import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';

/** The logo of the back-office, a link to the dashboard. */
export function AdminLogo() {
  const { t } = useTranslation('admin');
  return (
    <LocalLink to="/admin/dashboard" className="flex min-h-11 items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 30 20" className="h-4 w-6 text-accent">
        <path d="m1 19 9-13 4 5 5-10 10 18" fill="none" stroke="currentColor" strokeWidth="2.4" />
      </svg>
      <span className="display text-lead">{t('title')}</span>
    </LocalLink>
  );
}
