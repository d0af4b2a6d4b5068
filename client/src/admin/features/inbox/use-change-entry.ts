import { useChangeRow } from '@/admin/kit/rows/use-change-row';
import { useUndo } from '@/admin/kit/undo';
import { useTranslation } from '@/shared/i18n';
import { tableOf, type Entry, type InquiryStatus } from './inbox-entry';

/** An admin who can be assigned. */
export type Person = { id: string; name: string };

const alsoIn = ['form_submissions'] as const;

/** Sets the status of an inquiry: an optimistic update with undo. */
export function useSetStatus(entry: Entry) {
  const { t } = useTranslation('admin-inbox');
  const offerUndo = useUndo();
  const { name } = entry;
  const failed = t('status.failed', { name });
  const table = tableOf(entry) ?? 'contact_submissions';
  const changeSilently = useChangeRow(table, { alsoIn, failed });
  const set = (status: InquiryStatus) => ({
    id: entry.id,
    set: { status, updated_at: new Date().toISOString() },
  });
  const changeWithUndo = useChangeRow(table, {
    alsoIn,
    failed,
    onDone: ({ set: { status = 'new' } }, before) =>
      offerUndo(t('status.set', { name, status: t(`statuses.${status}`) }), () =>
        changeSilently.mutate(set(before.status ?? 'new')),
      ),
  });
  const markAsRead = useChangeRow(table, { alsoIn, failed, only: { status: 'new' } });
  return {
    /** With a toast and undo. */
    setStatus: (status: InquiryStatus) => changeWithUndo.mutate(set(status)),
    /** Without a toast, and unless somebody has changed the status meanwhile: for marking automatically. */
    markRead: () => markAsRead.mutate(set('read')),
    /** Without a toast. */
    keepNew: () => changeSilently.mutate(set('new')),
  };
}

/** Assigns an inquiry; null for nobody. */
export function useAssign(entry: Entry) {
  const { t } = useTranslation('admin-inbox');
  const change = useChangeRow(tableOf(entry) ?? 'contact_submissions', {
    alsoIn,
    failed: t('assign.failed', { name: entry.name }),
  });
  return (person: string | null) => change.mutate({ id: entry.id, set: { assigned_to: person } });
}
