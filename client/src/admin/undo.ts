import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../ui/toast';

/** How long an undo is offered. Milliseconds; it stays while somebody points at it or is in it. */
const offeredMs = 6000;

/**
 * Says what was done and offers to undo it:
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
