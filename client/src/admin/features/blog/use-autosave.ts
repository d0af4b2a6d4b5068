import { useEffect } from 'react';
import { startAutosave, warnBeforeUnload } from '@/admin/kit/autosave';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useUnsavedGuard } from '@/admin/kit/use-unsaved-guard';
import { useTranslation } from '@/shared/i18n';
import type { PostEditorStore } from './post-editor-store';
import { saveStatusOf } from './save-state';
import { usePostEditorState } from './use-post-editor-state';

/**
 * Autosaves while the editor is mounted: after typing, at once when the network is back or the page is
 * left, and on Ctrl+S. Changes that cannot be saved ask for confirmation before leaving.
 */
export function useAutosave(store: PostEditorStore, onCreated: (id: string) => void): void {
  const { t } = useTranslation('admin-blog');
  const createdId = usePostEditorState(store, ({ post }) => post?.id);
  const isUnsaved = usePostEditorState(store, store.isUnsaved);
  const isStuck = usePostEditorState(store, (state) => stuck.includes(saveStatusOf(state)));
  useShortcut('mod+s', t('editor.saveKeys'), () => void store.autosave());
  useUnsavedGuard(isStuck, () => store.discardRestored());
  useEffect(
    () =>
      startAutosave({
        open: () => store.open(),
        save: () => void store.autosave(),
        close: () => store.close(),
      }),
    [store],
  );
  useEffect(() => {
    if (createdId !== undefined) onCreated(createdId);
  }, [createdId, onCreated]);
  useEffect(() => (isUnsaved ? warnBeforeUnload() : undefined), [isUnsaved]);
}

// Pending values are saved when the page is left; in these states they cannot be.
const stuck = ['failed', 'waits', 'clash', 'choice', 'gone'];
