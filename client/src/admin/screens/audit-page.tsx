import { AuditLog } from '@/admin/features/audit/audit-log';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** The audit log. */
export function AuditPage() {
  const { t } = useTranslation('admin-audit');
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <AuditLog />
    </>
  );
}
