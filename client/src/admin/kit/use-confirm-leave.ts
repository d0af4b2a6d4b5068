import { useCallback } from 'react';
import { useTranslation } from '@/shared/i18n';
import { useConfirm } from './confirm';
import { discardChanges, hasUnsaved } from './unsaved';

/**
 * Navigates at once, or asks for confirmation if there are unsaved changes:
 *   const leave = useConfirmLeave();
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
