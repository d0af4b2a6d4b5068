import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../../ui/icons';
import { useShortcut } from '../shortcuts';
import type { Selection } from './use-selection';

type Props = {
  selection: Selection;
  /** What can be done with all that are ticked: buttons. */
  children: ReactNode;
};

/** Appears at the foot of the window while something is ticked: how many, and what can be done. */
export function BulkBar({ selection, children }: Props) {
  const { t } = useTranslation('admin-kit');
  const count = selection.ids.length;
  useShortcut('Escape', t('list.untick'), count > 0 ? selection.clear : undefined);
  return (
    // It exists from the start: what appears in it is read.
    <div role="status" className="sticky bottom-(--bar,0px) z-20 empty:hidden">
      {count > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-block border border-ink bg-raised px-3 py-2 text-small shadow-[0_-4px_16px_rgb(11_25_32/0.12)]">
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
