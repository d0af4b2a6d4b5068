import { useTranslation } from 'react-i18next';
import { homePath } from '../../features/admin-auth/next-path';
import { LocalLink } from '../../i18n/local-link';
import { buttonClass } from '../../ui/button';
import { PageHeading } from './page-heading';

/** The 404 screen of the back-office, beside the menu. */
export function UnknownScreen() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeading title={t('unknown.title')} />
      <p className="mb-5 measure">{t('unknown.text')}</p>
      <LocalLink to={homePath} className={buttonClass('solid')}>
        {t('unknown.home')}
      </LocalLink>
    </>
  );
}
