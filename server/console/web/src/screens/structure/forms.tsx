import { useState } from 'react';
import type { Column, Relation, Written } from '@/kit/types.ts';
import { Field } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { send, type Change, type TableName } from './changes.ts';
import { ColumnChecks } from './column-checks.tsx';
import { ColumnFields } from './column-fields.tsx';
import { columnSchema, emptyColumn, toColumn } from './column-schema.ts';
import { SqlPreview } from './sql-preview.tsx';

interface Props {
  table: TableName;
  onDone: (written: Written) => void;
}

export function AddColumn({ table, onDone }: Props) {
  const [column, setColumn] = useState(emptyColumn);
  const parsed = columnSchema.safeParse(column);
  const change: Change | null = parsed.success
    ? { kind: 'add_columns', table, columns: [toColumn(parsed.data)] }
    : null;
  return (
    <>
      <ColumnFields column={column} onChange={setColumn} place={1} />
      <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />
    </>
  );
}

export function AlterColumn({ table, column, onDone }: Props & { column: Column }) {
  const [type, setType] = useState(column.type);
  const [required, setRequired] = useState(column.required);
  const [value, setValue] = useState(column.default ?? '');
  const [comment, setComment] = useState(column.comment);
  const set: NonNullable<Change['set']> = {
    ...(type === column.type ? {} : { type }),
    ...(required === column.required ? {} : { required }),
    ...(value === (column.default ?? '') ? {} : { default: value }),
    ...(comment === column.comment ? {} : { comment }),
  };
  const change: Change | null =
    Object.keys(set).length > 0 ? { kind: 'alter_column', table, column: column.name, set } : null;
  return (
    <>
      <div className="row">
        <Field label={t.type}>
          <input value={type} onChange={(event) => setType(event.target.value)} />
        </Field>
        <Field label={t.default}>
          <input value={value} onChange={(event) => setValue(event.target.value)} />
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={required}
            onChange={(event) => setRequired(event.target.checked)}
          />
          {t.required}
        </label>
      </div>
      <Field label={t.comment}>
        <input value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
      <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />
    </>
  );
}

export function Rename({ table, column, onDone }: Props & { column: string }) {
  const [to, setTo] = useState(column);
  const change: Change | null =
    to !== '' && to !== column ? { kind: 'rename_column', table, column, to } : null;
  return (
    <>
      <Field label={t.name}>
        <input autoFocus value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />
    </>
  );
}

export function Drop({
  change,
  what,
  onDone,
}: {
  change: Change;
  what: string;
  onDone: (written: Written) => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <>
      <p>{t.dropWarning}</p>
      <Field label={t.typeToDrop(what)}>
        <input autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <SqlPreview
        form={typed === what ? change : null}
        send={send}
        label={t.writeMigration}
        onWritten={onDone}
      />
    </>
  );
}

/** Drops what holds no data, such as a key or an index. */
export function DropObject({
  change,
  onDone,
}: {
  change: Change;
  onDone: (written: Written) => void;
}) {
  return <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />;
}

export function NewIndex({
  about,
  onDone,
}: {
  about: Relation;
  onDone: (written: Written) => void;
}) {
  const [on, setOn] = useState<string[]>([]);
  const [unique, setUnique] = useState(false);
  const [where, setWhere] = useState('');
  const change: Change | null =
    on.length > 0
      ? {
          kind: 'create_index',
          table: { schema: about.schema, name: about.name },
          on,
          unique,
          where,
        }
      : null;
  return (
    <>
      <ColumnChecks about={about} chosen={on} onChange={setOn} />
      <label className="check">
        <input
          type="checkbox"
          checked={unique}
          onChange={(event) => setUnique(event.target.checked)}
        />
        {t.unique}
      </label>
      <Field label={t.where}>
        <input value={where} onChange={(event) => setWhere(event.target.value)} />
      </Field>
      <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />
    </>
  );
}

export function CustomMigration({
  table,
  sql = '',
  onDone,
}: Props & {
  /** What the form begins with. */
  sql?: string | undefined;
}) {
  const [text, setText] = useState(sql);
  const change: Change | null = text.trim() === '' ? null : { kind: 'custom', table, text };
  return (
    <>
      <Field label={t.sqlOfMigration} hint={t.customHint}>
        <textarea
          autoFocus
          rows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />
    </>
  );
}
