import { useId } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { SearchIcon } from '@/shared/ui/icons';

type Props = { query: string; found: number; onQuery: (query: string) => void };

/** Search as you type. The number of results is announced to screen readers. */
export function PostSearch({ query, found, onQuery }: Props) {
  const { t } = useTranslation('blog');
  const language = useLanguage();
  const id = useId();
  return (
    <search className="flex flex-wrap items-center gap-x-6 gap-y-2 contour-top gutter py-6">
      <label htmlFor={id} className="flex items-center gap-3 text-small text-muted">
        <SearchIcon />
        {t('search.label')}
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        defaultValue={query}
        enterKeyHint="search"
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        className="min-h-11 grow border-b border-edge bg-transparent px-1 text-lead sm:max-w-md"
      />
      <p role="status" className="text-small text-muted">
        {query !== '' && t('search.found', { count: found, amount: formatNumber(found, language) })}
      </p>
    </search>
  );
}
