import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from './confirm';
import { discardChanges, hasUnsaved } from './unsaved';

/**
 * Goes on at once, or where words are not saved after a question:
 *   const leave = useLeave();
 *   void leave(() => navigate('/admin/blog'));
 */
export function useConfirmLeave(): (go: () => void) => Promise<void> {
  const { t } = useTranslation('admin-kit');
  const confirm = useConfirm();
  return useCallback(
    async (go) => {
      const options = {
        question: t('unsaved.question'),
        detail: t('unsaved.detail'),
        action: t('unsaved.leave'),
        cancel: t('unsaved.stay'),
        tone: 'bad',
      } as const;
      if (hasUnsaved()) {
        if (!(await confirm(options))) return;
        discardChanges();
      }
      go();
    },
    [confirm, t],
  );
}
