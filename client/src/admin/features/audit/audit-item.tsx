import { ChangeList } from '@/admin/kit/history/change-list';
import { changesOf, type Entry } from '@/admin/kit/history/entry';
import { ActionPill, EntryByline } from '@/admin/kit/history/entry-byline';
import { useAuditLabels } from '@/admin/kit/history/use-audit-labels';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import type { NamedEntry } from './audit-view';
import { entryOf } from '@/shared/api/tables';

/** An entry of the log: who, when, what, and the changes. */
export function AuditItem({ entry }: { entry: NamedEntry }) {
  return (
    <>
      <EntryByline
        entry={entry}
        name={entry.actor_name}
        className="content-start gap-x-4 lg:grid xl:grid-cols-[minmax(0,1fr)_8.5rem]"
      />
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
          <ActionPill action={entry.action} />
          <RecordName entry={entry} />
        </div>
        <ChangeList entry={entry} />
      </div>
    </>
  );
}

function RecordName({ entry }: { entry: NamedEntry }) {
  const { t } = useTranslation('admin-audit');
  const labels = useAuditLabels();
  const path = recordPath(entry);
  const table = labels.table(entry.table_name);
  const name = nameOf(entry);
  return (
    <>
      <span className="font-medium">{table}</span>
      {name !== '' && <bdi className="min-w-0 text-muted wrap-anywhere">{name}</bdi>}
      {path !== undefined && (
        <LocalLink
          to={path}
          className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-accent lg:min-h-6"
        >
          {t('open')}
          <span className="sr-only">{`: ${table} ${name}`}</span>
        </LocalLink>
      )}
    </>
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

// The columns that name a record that is gone, if the entry contains one.
const names = ['title_en', 'name_en', 'name', 'author_name', 'order_number', 'email', 'slug'];

// Without a name, the start of a UUID is enough to tell two records apart.
function nameOf(entry: NamedEntry): string {
  if (entry.record_name !== null) return entry.record_name;
  const known = changesOf(entry).filter(({ column }) => names.includes(column));
  const deletedNames = entry.action === 'delete' ? known.map(({ values }) => values?.before) : [];
  const [name] = deletedNames.filter((value) => typeof value === 'string');
  const id = entry.row_id ?? '';
  return name ?? (uuid.test(id) ? id.slice(0, 8) : id);
}

/** The URL of the record of an entry; undefined if it was deleted or has no screen. */
function recordPath({ action, table_name: table, row_id: id }: Entry): string | undefined {
  if (id === null || action === 'delete') return undefined;
  return entryOf(table)?.screen?.replace(':id', id);
}
