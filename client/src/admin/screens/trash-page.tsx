import { TrashList } from '@/admin/features/trash/trash-list';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** The trash. */
export function TrashPage() {
  const { t } = useTranslation('admin-trash');
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <TrashList />
    </>
  );
}
