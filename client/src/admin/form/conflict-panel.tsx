import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sb } from '@/api/client';
import { unwrap } from '@/api/failures';
import type { Relation } from '@/api/tables';
import { formatDateTime } from '@/i18n/format';
import { asRecord } from '@/ui/storage';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** The records that a form edits: usually one row, of the settings several. */
export type FormRecord = { table: Relation; ids: readonly string[] };

/** A field that somebody else has changed while it was edited. */
type ConflictField = {
  /** The path of its form value: its first part is the column, or it begins with the key of a setting. */
  name: string;
  label: string;
  mine: unknown;
  theirs: unknown;
  /** Between both texts, where both can be kept; undefined for a value that is one or the other. */
  separator: string | undefined;
};

type Props = {
  record: FormRecord | undefined;
  fields: readonly ConflictField[];
  /** Called for each field with the value that stands. */
  onChoose: (name: string, value: unknown) => void;
};

/**
 * An edit conflict: who has changed what and when, and for each field the choice of the own value, theirs, or
 * both one after the other.
 */
export function ConflictPanel({ record, fields, onChoose }: Props) {
  const { t } = useTranslation('admin-kit');
  return (
    <Notice tone="bad" className="grid max-h-[60dvh] gap-3 overflow-y-auto bg-ground">
      <p>
        {t('clash.title')}{' '}
        {record && <ChangedBy record={record} names={fields.map(({ name }) => name)} />}
      </p>
      {fields.map((field) => (
        <FieldChoice key={field.name} field={field} onChoose={onChoose} />
      ))}
    </Notice>
  );
}

type ChoiceProps = { field: ConflictField } & Pick<Props, 'onChoose'>;

function FieldChoice({ field, onChoose }: ChoiceProps) {
  const { t } = useTranslation('admin-kit');
  const id = useId();
  const { name, label, mine, theirs, separator } = field;
  const both =
    separator !== undefined && isText(mine) && isText(theirs)
      ? `${theirs.trimEnd()}${separator}${mine}`
      : undefined;
  const button = (text: string, value: unknown) => (
    <Button look="line" onClick={() => onChoose(name, value)} className="lg:min-h-9 lg:py-1">
      {text}
    </Button>
  );
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2 border-t border-line pt-2">
      <p id={id} className="font-medium">
        {label}
      </p>
      <dl className="grid gap-x-4 gap-y-1 @lg:grid-cols-2">
        <Side label={t('clash.theirs')} value={theirs} />
        <Side label={t('clash.mine')} value={mine} />
      </dl>
      <div className="flex flex-wrap gap-2">
        {button(t('clash.keep'), mine)}
        {button(t('clash.take'), theirs)}
        {both !== undefined && button(t('clash.both'), both)}
      </div>
    </div>
  );
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

const shown = 600; // characters shown of a text

function Side({ label, value }: { label: string; value: unknown }) {
  const { t } = useTranslation('admin-kit');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isEmpty = value === null || value === undefined || value === '';
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
        {isEmpty ? (
          <i>{t('clash.nothing')}</i>
        ) : text.length > shown ? (
          `${text.slice(0, shown)} …`
        ) : (
          text
        )}
      </dd>
    </div>
  );
}

/** Who has last changed one of these fields, and when, as the audit log says. */
function ChangedBy({ record, names }: { record: FormRecord; names: readonly string[] }) {
  const { t } = useTranslation('admin-kit');
  const { data: entries } = useNewestChanges(record);
  const entry = entries?.find((each) => isOf(each, names)) ?? entries?.[0];
  if (entry === undefined) return null;
  const name = entry.actor_name ?? entry.actor_email;
  const time = formatDateTime(entry.at ?? '');
  return name === null ? t('clash.at', { time }) : t('clash.by', { name, time });
}

type Changed = { row_id: string | null; changes: unknown };

const isOf = ({ row_id: id, changes }: Changed, names: readonly string[]) =>
  names.some(
    (name) =>
      name === id || name.startsWith(`${id}.`) || (name.split('.')[0] ?? '') in asRecord(changes),
  );

const newest = 10; // entries: of several admins one may have changed another field since

const useNewestChanges = ({ table, ids }: FormRecord) =>
  useQuery({
    queryKey: ['audit_log', 'newest', table, ids],
    queryFn: async () => {
      const client = await sb();
      return unwrap(
        await client
          .from('audit_entries')
          .select('row_id, at, actor_name, actor_email, changes')
          .eq('table_name', table)
          .in('row_id', [...ids])
          .order('id', { ascending: false })
          .limit(newest),
      );
    },
    staleTime: 0,
  });
