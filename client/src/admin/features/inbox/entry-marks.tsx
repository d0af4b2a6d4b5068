import { AgeBadge } from '@/admin/kit/age-badge';
import { useTranslation } from '@/shared/i18n';
import { Pill } from '@/shared/ui/pill';
import { isWaiting, statusWord, talkOf, toneOfStatus, type Entry } from './inbox-entry';
import { usePeople } from './use-people';

/** The status of an entry: blue for new, green for read, else grey; without a status it is pending. */
export function StatusPill({ status }: { status: string | null }) {
  const { t } = useTranslation('admin-inbox');
  return (
    <Pill tone={toneOfStatus(status)}>
      <span className="inline-block first-letter:uppercase">
        {t(`statuses.${statusWord(status)}`)}
      </span>
    </Pill>
  );
}

/** The status of an entry, and its age while it is unanswered. */
export function EntryState({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 lg:flex-nowrap">
      <StatusPill status={entry.status} />
      {isWaiting(entry) && <AgeBadge since={entry.created_at} />}
      {talkOf(entry) !== undefined && (
        <span className="text-label text-muted">{t('converted')}</span>
      )}
    </span>
  );
}

/** The sender; an unread one is highlighted and announced. */
export function SenderName({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const isUnread = entry.status === 'new';
  return (
    <span className="flex min-w-0 items-center gap-2">
      {isUnread && (
        <>
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-status-new" />
          <span className="sr-only">{t('unread')}</span>
        </>
      )}
      <bdi className={`min-w-0 truncate ${isUnread ? 'font-semibold' : ''}`}>{entry.name}</bdi>
    </span>
  );
}

/** The name of the assignee; nothing if unassigned. */
export function AssignedName({ id }: { id: string | null }) {
  const person = usePeople().find((each) => each.id === id);
  return person === undefined ? null : <bdi className="wrap-anywhere">{person.name}</bdi>;
}

/** The start of the message, on one line. */
export function Excerpt({ entry }: { entry: Entry }) {
  const text = (entry.message ?? '').slice(0, 200).replace(/\s+/g, ' ').trim();
  return (
    <bdi dir="auto" className="one-line block truncate text-muted">
      {text}
    </bdi>
  );
}
