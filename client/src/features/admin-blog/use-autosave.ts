import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../admin/shortcuts';
import { useUnsavedGuard } from '../../admin/use-unsaved-guard';
import type { PostEditorStore } from './post-editor-store';
import { standingOf } from './save-state';
import { usePostEditorState } from './use-post-editor-state';

/**
 * Puts a editor to work while its editor is on the screen: it saves by itself, at once when the network
 * is back or the page is left, and on Ctrl+S. What cannot be saved is asked about before it is left.
 */
export function useAutosave(store: PostEditorStore, onMade: (id: string) => void): void {
  const { t } = useTranslation('admin-blog');
  const madeId = usePostEditorState(store, ({ post }) => post?.id);
  const isUnsaved = usePostEditorState(store, store.isUnsaved);
  const isStuck = usePostEditorState(store, (state) => stuck.includes(standingOf(state)));
  useShortcut('mod+s', t('editor.saveKeys'), () => void store.keep());
  useUnsavedGuard(isStuck, () => store.dropRestored());
  useEffect(() => work(store), [store]);
  useEffect(() => {
    if (madeId !== undefined) onMade(madeId);
  }, [madeId, onMade]);
  useEffect(() => (isUnsaved ? holdTab() : undefined), [isUnsaved]);
}

// Words on their way are saved when the page is left; these are not.
const stuck = ['failed', 'waits', 'clash', 'choice', 'gone'];

function work(store: PostEditorStore): () => void {
  const keep = () => void store.keep();
  const keepHidden = () => {
    if (document.hidden) keep();
  };
  store.open();
  window.addEventListener('online', keep);
  document.addEventListener('visibilitychange', keepHidden);
  return () => {
    window.removeEventListener('online', keep);
    document.removeEventListener('visibilitychange', keepHidden);
    keep();
    store.close();
  };
}

// A tab that is closed waits for no save.
function holdTab(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
