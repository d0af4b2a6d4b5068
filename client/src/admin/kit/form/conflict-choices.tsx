import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { directionOf } from '@/shared/i18n/language';
import { asRecord } from '@/shared/api/storage';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import type { ConflictField, ConflictPanelProps, FormRecord, LastSave } from './conflict-panel';
import { diffWords, shortened, type DiffPart } from './text-diff';

/**
 * An edit conflict: who has changed what and when, and for each field the choice of the own value, theirs, or
 * both one after the other.
 */
export function ConflictChoices({ record, lastSave, fields, onChoose }: ConflictPanelProps) {
  const { t } = useTranslation('admin-kit');
  return (
    <Notice tone="bad" className="grid max-h-[60dvh] gap-3 overflow-y-auto bg-ground">
      <p>
        {t('clash.title')}{' '}
        {record && <ChangedBy record={record} names={fields.map(({ name }) => name)} />}
        {lastSave && <SavedBy {...lastSave} />}
      </p>
      {fields.map((field) => (
        <FieldChoice key={field.name} field={field} onChoose={onChoose} />
      ))}
    </Notice>
  );
}

type ChoiceProps = { field: ConflictField } & Pick<ConflictPanelProps, 'onChoose'>;

function FieldChoice({ field, onChoose }: ChoiceProps) {
  const { t } = useTranslation('admin-kit');
  const id = useId();
  const { name, label, mine, theirs, separator, textOf = plain } = field;
  const both =
    separator !== undefined && isText(mine) && isText(theirs)
      ? `${theirs.trimEnd()}${separator}${mine}`
      : undefined;
  const parts = partsOf(textOf(theirs), textOf(mine));
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
        <Side label={t('clash.theirs')} field={field} value={theirs} parts={parts} without="new" />
        <Side label={t('clash.mine')} field={field} value={mine} parts={parts} without="gone" />
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

const plain = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

const short = 120; // characters: compared at a glance

/** The differences of two texts; short ones are two wholes. */
const partsOf = (theirs: string, mine: string): DiffPart[] =>
  theirs.length <= short && mine.length <= short
    ? [
        { kind: 'gone', text: theirs },
        { kind: 'new', text: mine },
      ]
    : diffWords(theirs, mine);

type SideProps = {
  label: string;
  field: ConflictField;
  value: unknown;
  /** The differences of both sides. */
  parts: readonly DiffPart[];
  /** Values that only the other side has. */
  without: 'gone' | 'new';
};

/** One of both values; of a long text what differs, marked, and what is around it. */
function Side({ label, field, value, parts, without }: SideProps) {
  const { t } = useTranslation('admin-kit');
  const { language, show } = field;
  const isEmpty = parts.every(({ kind, text }) => kind === without || text.trim() === '');
  const isWhole = parts.every(({ kind }) => kind !== 'same');
  const texts = parts.map(({ kind, text }, at) => {
    if (kind === without) return null;
    // The parts have no id but their index.
    // oxlint-disable-next-line react/no-array-index-key
    if (kind === 'same') return <span key={at}>{shortened(text, at, parts.length)}</span>;
    if (isWhole) return text;
    return (
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={at} className="bg-accent/20 text-ink">
        {text}
      </mark>
    );
  });
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd
        {...(language === undefined
          ? { dir: 'auto' }
          : { lang: language, dir: directionOf(language) })}
        className="max-h-60 overflow-y-auto whitespace-pre-line wrap-anywhere"
        // A long text scrolls, so it must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {show === undefined ? isEmpty ? <i>{t('clash.nothing')}</i> : texts : show(value)}
      </dd>
    </div>
  );
}

/** The author and time of the last change of one of these fields, from the audit log. */
function ChangedBy({ record, names }: { record: FormRecord; names: readonly string[] }) {
  const { data: entries } = useNewestChanges(record);
  const entry = entries?.find((each) => isOf(each, names)) ?? entries?.[0];
  if (entry === undefined) return null;
  return <SavedBy name={entry.actor_name ?? entry.actor_email} at={entry.at ?? ''} />;
}

function SavedBy({ name, at }: LastSave) {
  const { t } = useTranslation('admin-kit');
  const time = formatDateTime(at);
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
