import { useTranslation } from 'react-i18next';
import { PictureLibrary } from '@/features/admin-pictures/picture-library';
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
