import { useRef } from 'react';
import { useTranslation } from '@/shared/i18n';
import { CloseIcon } from '@/shared/ui/icons';

export type FilterChip = {
  key: string;
  /** 'City: Rabat' */
  label: string;
  onRemove: () => void;
};

type Props = { chips: readonly FilterChip[]; onClear: () => void };

/** The filters that are set, each with a button to remove it, and one to remove all. */
export function FilterChips({ chips, onClear }: Props) {
  const { t } = useTranslation('admin-kit');
  const group = useRef<HTMLDivElement>(null);
  // The button that was pressed disappears: the focus stays here.
  const refocus = (act: () => void) => () => {
    group.current?.focus();
    act();
  };
  return (
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={t('filters.set')}
      className="flex flex-wrap items-center gap-2 empty:hidden"
    >
      {chips.map(({ key, label, onRemove }) => (
        <button
          key={key}
          type="button"
          aria-label={t('filters.remove', { filter: label })}
          onClick={refocus(onRemove)}
          className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-block border border-edge bg-raised px-3 text-small hover:border-ink lg:min-h-8 [&_svg]:size-3.5"
        >
          <bdi className="truncate">{label}</bdi>
          <CloseIcon />
        </button>
      ))}
      {chips.length > 0 && (
        <button
          type="button"
          onClick={refocus(onClear)}
          className="min-h-11 px-2 text-small underline underline-offset-4 lg:min-h-8"
        >
          {t('filters.clear')}
        </button>
      )}
    </div>
  );
}
