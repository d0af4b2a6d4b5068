import { Search } from 'lucide-react';
import { KeyCap } from '@/admin/features/palette/key-cap';
import { useTranslation } from '@/shared/i18n';
import { AdminLogo } from './admin-logo';
import { AdminMenu } from './admin-menu';
import { MenuFooter } from './menu-footer';

type Props = { role: string | undefined; onSearch: () => void };

/** The side menu on wide screens. */
export function AdminSidebar({ role, onSearch }: Props) {
  return (
    <header className="sticky top-0 hidden h-dvh flex-col border-e border-line bg-raised lg:flex print:hidden">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 px-5 pt-2 pb-3">
        <AdminLogo />
        <SearchButton onClick={onSearch} />
      </div>
      <div className="admin-scrolls grow overflow-y-auto overscroll-contain pb-2">
        <AdminMenu role={role} />
      </div>
      <MenuFooter />
    </header>
  );
}

/** Opens the command palette. Styled as a search field. */
function SearchButton({ onClick }: { onClick: () => void }) {
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
