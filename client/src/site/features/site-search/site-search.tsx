import { useState } from 'react';
import type { PublicRows } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { TextField } from '@/shared/ui/field';
import { findEntries } from './search';
import { useSearchEntries } from './use-search-entries';

/** Search as you type in the names of pages, mountains and posts. */
export function SiteSearch({ peaks }: { peaks: PublicRows['summits'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [query, setQuery] = useState('');
  const entries = useSearchEntries(peaks, query.trim() !== '');
  const found = findEntries(entries, query);
  return (
    <search className="grid max-w-xl gap-3">
      <TextField
        type="search"
        label={t('notFound.search')}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="text-small text-muted">
        {query.trim() !== '' &&
          t('notFound.found', {
            count: found.length,
            amount: formatNumber(found.length, language),
          })}
      </p>
      {found.length > 0 && (
        <ul className="border-t border-line">
          {found.map(({ to, label, lang, kind }) => (
            <li key={to} className="border-b border-line bg-ground">
              <LocalLink
                to={to}
                className="flex min-h-11 items-center justify-between gap-4 py-2 hover:text-accent"
              >
                <span lang={lang}>{label}</span>
                <span className="text-label text-muted">{t(`notFound.kinds.${kind}`)}</span>
              </LocalLink>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
