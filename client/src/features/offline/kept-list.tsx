import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { LocalLink } from '../../i18n/local-link';
import { OnwardIcon } from '../../ui/icons';
import { useKeptPages } from './use-kept-pages';

/** Links to the cached pages; nothing if there are none. */
export function KeptList() {
  const { t } = useTranslation();
  const pages = useKeptPages(useLanguage()).data ?? [];
  if (pages.length === 0) return null;
  return (
    <nav aria-labelledby="kept-title">
      <h2 id="kept-title" className="label text-muted">
        {t('offline.kept')}
      </h2>
      <ul className="mt-3 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {pages.map(({ path, title }) => (
          <li key={path} className="border-t border-line">
            <LocalLink
              to={path}
              reloadDocument
              className="flex min-h-12 items-center justify-between gap-4 py-3 hover:text-accent"
            >
              {title}
              <OnwardIcon />
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
