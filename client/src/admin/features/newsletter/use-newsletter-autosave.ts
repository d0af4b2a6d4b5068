import { useEffect } from 'react';
import { startAutosave, warnBeforeUnload } from '@/admin/kit/autosave';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useUnsavedGuard } from '@/admin/kit/use-unsaved-guard';
import { useTranslation } from '@/shared/i18n';
import type { NewsletterStore } from './newsletter-store';
import { useDraftState } from './use-draft-state';

/**
 * Autosaves while the editor is mounted: after typing, at once when the network is back or the page is
 * left, and on Ctrl+S. Changes that cannot be saved ask for confirmation before leaving.
 */
export function useNewsletterAutosave(store: NewsletterStore): void {
  const { t } = useTranslation('admin-newsletter');
  const isUnsaved = useDraftState(store, store.isUnsaved);
  const isStuck = useDraftState(
    store,
    ({ gone, conflict, failure }) => gone || conflict !== undefined || failure !== undefined,
  );
  useShortcut('mod+s', t('save.keys'), () => void store.save());
  useUnsavedGuard(isUnsaved && isStuck, () => store.discard());
  useEffect(
    () =>
      startAutosave({
        open: () => store.open(),
        save: () => void store.save(),
        close: () => store.close(),
      }),
    [store],
  );
  useEffect(() => (isUnsaved ? warnBeforeUnload() : undefined), [isUnsaved]);
}
