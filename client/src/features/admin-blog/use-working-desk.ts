import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../desk/shortcuts';
import { markUnsaved } from '../../desk/unsaved';
import type { PostDesk } from './post-desk';
import { useDeskState } from './use-desk-state';

/**
 * Puts a desk to work while its editor is on the screen: it saves by itself, at once when the network
 * is back or the page is left, on Ctrl+S, and keeps the browser from closing over unsaved words.
 */
export function useWorkingDesk(desk: PostDesk, onMade: (id: string) => void): void {
  const { t } = useTranslation('desk-blog');
  useShortcut('mod+s', t('editor.saveKeys'), () => void desk.keep());
  const madeId = useDeskState(desk, ({ post }) => post?.id);
  const isUnsaved = useDeskState(desk, desk.isUnsaved);
  useEffect(() => work(desk), [desk]);
  useEffect(() => {
    if (madeId !== undefined) onMade(madeId);
  }, [madeId, onMade]);
  useEffect(() => (isUnsaved ? guard() : undefined), [isUnsaved]);
}

function work(desk: PostDesk): () => void {
  const keep = () => void desk.keep();
  const keepHidden = () => {
    if (document.hidden) keep();
  };
  desk.open();
  window.addEventListener('online', keep);
  document.addEventListener('visibilitychange', keepHidden);
  return () => {
    window.removeEventListener('online', keep);
    document.removeEventListener('visibilitychange', keepHidden);
    keep();
    desk.close();
  };
}

function guard(): () => void {
  const free = markUnsaved();
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => {
    free();
    window.removeEventListener('beforeunload', ask);
  };
}
