import { PictureLibrary } from '@/features/admin-pictures/picture-library';
import { useTranslation } from '@/i18n';
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
