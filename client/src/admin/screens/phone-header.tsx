import { Search } from 'lucide-react';
import { OfflineIndicator } from '@/admin/kit/live/connection-indicator';
import { useTranslation } from '@/shared/i18n';
import { AdminLogo } from './admin-logo';

/** The header on a phone: logo and search. */
export function PhoneHeader({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <header className="flex h-13 items-center justify-between border-b border-line bg-raised gutter lg:hidden print:hidden">
      <AdminLogo />
      <div className="ms-auto pe-3">
        <OfflineIndicator />
      </div>
      <button
        type="button"
        aria-label={t('palette.open')}
        onClick={onSearch}
        className="-me-2.5 grid size-11 place-items-center"
      >
        <Search aria-hidden="true" className="size-5" strokeWidth={1.8} />
      </button>
    </header>
  );
}
