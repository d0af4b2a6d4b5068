import { SquareArrowOutUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../i18n/local-link';

/** To the public site, in its own document. */
export function WebsiteLink() {
  const { t } = useTranslation('admin');
  return (
    <LocalLink
      to="/"
      reloadDocument
      className="flex min-h-11 items-center gap-3 px-5 hover:bg-ground lg:min-h-8"
    >
      <SquareArrowOutUpRight
        aria-hidden="true"
        className="size-4 rtl:-scale-x-100"
        strokeWidth={1.8}
      />
      {t('menu.website')}
    </LocalLink>
  );
}
