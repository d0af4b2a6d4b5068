import { useTranslation } from 'react-i18next';
import { AgeBadge } from '../../admin/age-badge';
import { Pill } from '../../ui/pill';
import { isWaiting, statusWord, talkOf, toneOfStatus, type Entry } from './inbox-entry';
import { usePeople } from './use-people';

/** How far an entry is, in a word: blue new, green read, grey otherwise; pending where it has no state. */
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

/** The state of an entry, and how long it has waited where nobody has answered. */
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

/** Who wrote; a name that nobody has opened yet stands out, for the eye and for the ear. */
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

/** Who answers, by name; nothing where nobody does yet. */
export function AssignedName({ id }: { id: string | null }) {
  const person = usePeople().find((each) => each.id === id);
  return person === undefined ? null : <bdi className="wrap-anywhere">{person.name}</bdi>;
}

/** The beginning of what was written, on one line; of an order the edition. */
export function Excerpt({ entry }: { entry: Entry }) {
  const text = (entry.message ?? '').slice(0, 200).replace(/\s+/g, ' ').trim();
  if (entry.form === 'book_order') {
    return (
      <span className="block truncate text-muted">{text !== '' && <Edition note={text} />}</span>
    );
  }
  return (
    <bdi dir="auto" className="one-line block truncate text-muted">
      {text}
    </bdi>
  );
}

/** The note of a book order. The public form leaves the edition wanted in it, as fr or ar. */
export function Edition({ note }: { note: string }) {
  const { t } = useTranslation('admin-inbox');
  return note === 'fr' || note === 'ar' ? t(`editions.${note}`) : <bdi>{note}</bdi>;
}
