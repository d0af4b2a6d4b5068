import { PictureLibrary } from '@/admin/features/pictures/picture-library';
import { useTranslation } from '@/shared/i18n';
import { PageHeading } from './page-heading';

/** The library of pictures. */
export function PicturesPage() {
  const { t } = useTranslation('admin-pictures');
  return (
    <>
      <PageHeading title={t('title')} />
      <PictureLibrary />
    </>
  );
}
