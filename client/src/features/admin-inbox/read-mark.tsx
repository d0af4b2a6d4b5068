import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from './inbox-entry';
import { useSetStatus } from './use-change-entry';
import { useReadMark } from './use-read-mark';

/** Marks an entry as read once it was really opened, says so quietly, and offers to keep it as new. */
export function ReadMark({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const { markAs } = useSetStatus(entry);
  const [isMarked, setMarked] = useState(false);
  useReadMark(entry.status === 'new', () => {
    if (entry.status !== 'new') return;
    setMarked(true);
    markAs('read');
  });
  const keepNew = () => {
    setMarked(false);
    markAs('new');
  };
  return (
    <div role="status" className="text-small text-muted empty:hidden">
      {isMarked && entry.status === 'read' && (
        <p className="flex flex-wrap items-center gap-x-3">
          {t('status.markedRead')}
          <button
            type="button"
            onClick={keepNew}
            className="min-h-11 underline underline-offset-4 lg:min-h-7"
          >
            {t('status.keepNew')}
          </button>
        </p>
      )}
    </div>
  );
}
