import { useEffect } from 'react';
import { useShortcut } from '@/admin/kit/shortcuts';
import { useUnsavedGuard } from '@/admin/kit/use-unsaved-guard';
import { useStore } from '@/shared/ui/store';
import type { AutosaveStore, SaveStatus } from './autosave-store';

/**
 * Autosaves while the editor is mounted: after typing, at once when the network is back or the page is
 * left, and on Ctrl+S (`label` names it). Changes that cannot be saved ask for confirmation before leaving.
 */
export function useAutosave<V extends object, R>(store: AutosaveStore<V, R>, label: string): void {
  const isUnsaved = useStore(store.store, store.isUnsaved);
  const isStuck = useStore(store.store, () => stuck.includes(store.status()));
  useShortcut('mod+s', label, () => void store.saveDraft());
  useUnsavedGuard(isUnsaved && isStuck, () => store.discardChanges());
  useEffect(() => {
    const save = () => void store.saveDraft();
    const saveIfHidden = () => {
      if (document.hidden) save();
    };
    store.open();
    window.addEventListener('online', save);
    document.addEventListener('visibilitychange', saveIfHidden);
    return () => {
      window.removeEventListener('online', save);
      document.removeEventListener('visibilitychange', saveIfHidden);
      save();
      store.close();
    };
  }, [store]);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    // The browser asks before the tab is closed, which waits for no request.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

// Pending values are saved when the page is left; in these states they cannot be.
const stuck: SaveStatus[] = ['failed', 'waits', 'clash', 'choice', 'gone'];
