import { AuditLog } from '@/admin/features/audit/audit-log';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** The audit log. */
export function AuditPage() {
  const { t } = useTranslation('admin-audit');
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="-mt-3 mb-6 max-w-prose text-small text-muted">{t('lead')}</p>
      <AuditLog />
    </>
  );
}
