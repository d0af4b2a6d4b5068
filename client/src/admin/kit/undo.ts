import { useCallback } from 'react';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';

/** Duration of the undo toast. Milliseconds; it stays while it is hovered or focused. */
const offeredMs = 6000;

/**
 * Shows a toast with an undo button:
 *   const offerUndo = useUndo();
 *   offerUndo(t('confirmed', { number }), () => change.mutate({ id, set: before }));
 */
export function useUndo() {
  const { t } = useTranslation('admin-kit');
  return useCallback(
    (text: string, undo: () => void) =>
      notify('good', text, { action: { label: t('undo'), run: undo }, ms: offeredMs }),
    [t],
  );
}
