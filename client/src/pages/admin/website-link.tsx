import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../i18n/local-link';

/** A link to the public site, with a full page load. */
export function WebsiteLink() {
  const { t } = useTranslation('admin');
  return (
    <LocalLink
      to="/"
      reloadDocument
      className="flex min-h-11 items-center text-small whitespace-nowrap hover:text-accent lg:min-h-7.5"
    >
      {t('menu.website')}
    </LocalLink>
  );
}
