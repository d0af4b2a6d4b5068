import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '@/ui/icons';
import { useShortcut } from '@/admin/shortcuts';
import type { Selection } from './use-selection';

type Props = {
  selection: Selection;
  /** The bulk actions: buttons. */
  children: ReactNode;
};

/** A bar at the bottom of the window while rows are selected: their number and the bulk actions. */
export function BulkBar({ selection, children }: Props) {
  const { t } = useTranslation('admin-kit');
  const count = selection.ids.length;
  useShortcut('Escape', t('list.untick'), count > 0 ? selection.clear : undefined);
  return (
    // A live region must exist before its content.
    <div role="status" className="sticky bottom-(--bar,0px) z-20 empty:hidden">
      {count > 0 && (
        <div className="bulk-bar mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-block border border-ink bg-raised px-3 py-2 text-small shadow-[0_-4px_16px_rgb(11_25_32/0.12)]">
          <p className="font-medium">{t('list.ticked', { count })}</p>
          <div className="flex grow flex-wrap gap-2">{children}</div>
          <button
            type="button"
            aria-label={t('list.untick')}
            onClick={selection.clear}
            className="grid size-11 place-items-center lg:size-9"
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}
