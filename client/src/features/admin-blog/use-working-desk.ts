import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../desk/shortcuts';
import { useUnsavedGuard } from '../../desk/use-unsaved-guard';
import type { PostDesk } from './post-desk';
import { standingOf } from './save-state';
import { useDeskState } from './use-desk-state';

/**
 * Puts a desk to work while its editor is on the screen: it saves by itself, at once when the network
 * is back or the page is left, and on Ctrl+S. What cannot be saved is asked about before it is left.
 */
export function useWorkingDesk(desk: PostDesk, onMade: (id: string) => void): void {
  const { t } = useTranslation('desk-blog');
  const madeId = useDeskState(desk, ({ post }) => post?.id);
  const isUnsaved = useDeskState(desk, desk.isUnsaved);
  const isStuck = useDeskState(desk, (state) => stuck.includes(standingOf(state)));
  useShortcut('mod+s', t('editor.saveKeys'), () => void desk.keep());
  useUnsavedGuard(isStuck, () => desk.dropRestored());
  useEffect(() => work(desk), [desk]);
  useEffect(() => {
    if (madeId !== undefined) onMade(madeId);
  }, [madeId, onMade]);
  useEffect(() => (isUnsaved ? holdTab() : undefined), [isUnsaved]);
}

// Words on their way are saved when the page is left; these are not.
const stuck = ['failed', 'waits', 'clash', 'choice', 'gone'];

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

// A tab that is closed waits for no save.
function holdTab(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
