import { memo } from 'react';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';

type Props = { id: string; name: string; onOpen: (id: string) => void };

/** Opens a row by a button, for keyboard and screen readers. */
export const OpenButton = memo(function OpenButton({ id, name, onOpen }: Props) {
  const { t } = useTranslation('admin-kit');
  return (
    <button
      type="button"
      aria-label={t('list.open', { name })}
      onClick={() => onOpen(id)}
      className="grid size-11 shrink-0 place-items-center text-muted hover:text-accent lg:size-9"
    >
      <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </button>
  );
});
