import { useState, useEffect, useEffectEvent } from 'react';
import { useTranslation } from '@/shared/i18n';
import type { Entry } from './inbox-entry';
import { useSetStatus } from './use-change-entry';

/** Marks an entry as read after a moment, shows that, and offers to keep it as new. */
export function ReadMark({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const { markRead, keepNew } = useSetStatus(entry);
  const [isMarked, setMarked] = useState(false);
  useReadMark(entry.status === 'new', () => {
    if (entry.status !== 'new') return;
    setMarked(true);
    markRead();
  });
  const unmark = () => {
    setMarked(false);
    keepNew();
  };
  return (
    <div role="status" className="text-small text-muted empty:hidden">
      {isMarked && entry.status === 'read' && (
        <p className="flex flex-wrap items-center gap-x-3">
          {t('status.markedRead')}
          <button
            type="button"
            onClick={unmark}
            className="min-h-11 underline underline-offset-4 lg:min-h-7"
          >
            {t('status.keepNew')}
          </button>
        </p>
      )}
    </div>
  );
}

// Time after which a shown entry counts as read: stepping with J and K does not mark. Milliseconds.
const readMs = 1000;

/**
 * Calls `mark` when a new entry has been visible for a moment. An entry that was not new when opened is
 * never marked, so that setting it back to new lasts.
 */
function useReadMark(isNew: boolean, mark: () => void): void {
  const [wasNew] = useState(isNew);
  const marked = useEffectEvent(mark);
  useEffect(() => (wasNew ? whenVisibleFor(readMs, () => marked()) : undefined), [wasNew]);
}

/**
 * Calls `then` after the page has been visible without interruption for a time; returns a function that
 * stops.
 */
function whenVisibleFor(ms: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setView = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(then, ms);
  };
  setView();
  document.addEventListener('visibilitychange', setView);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', setView);
  };
}
