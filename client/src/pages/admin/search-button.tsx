import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../features/admin-palette/key-cap';

/** Opens the command palette. Styled as a search field. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex min-h-9 w-full items-center gap-2.5 rounded-block border border-edge px-3 text-muted hover:border-ink hover:text-ink"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
      <span className="grow truncate text-start">{t('palette.short')}</span>
      {/* Hidden, because aria-keyshortcuts announces it. */}
      <span aria-hidden="true">
        <KeyCap keys="mod+k" />
      </span>
    </button>
  );
}
