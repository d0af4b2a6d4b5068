import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { tables } from '@/kit/tables.ts';
import type { Relation, Written } from '@/kit/types.ts';
import { Field } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { send, type Change } from './changes.ts';
import { ColumnChecks } from './column-checks.tsx';
import { onDelete, referenceOf } from './column-schema.ts';
import { SqlPreview } from './sql-preview.tsx';

const kinds = ['foreign key', 'unique', 'check', 'primary key'];

/** A form for a constraint of a table. */
export function NewKey({ about, onDone }: { about: Relation; onDone: (written: Written) => void }) {
  const all = useQuery(tables);
  const [kind, setKind] = useState('foreign key');
  const [on, setOn] = useState<string[]>([]);
  const [to, setTo] = useState('');
  const [action, setAction] = useState('');
  const [condition, setCondition] = useState('');
  const reference = referenceOf(to, action);
  const complete =
    kind === 'check'
      ? condition.trim() !== ''
      : on.length > 0 && (kind !== 'foreign key' || reference !== undefined);
  const change: Change | null = complete
    ? {
        kind: 'add_key',
        table: { schema: about.schema, name: about.name },
        on: kind === 'check' ? [] : on,
        key: { kind, condition, ...(reference && kind === 'foreign key' ? { reference } : {}) },
      }
    : null;
  return (
    <>
      <Field label={t.kind}>
        <select value={kind} onChange={(event) => setKind(event.target.value)}>
          {kinds
            .filter((k) => k !== 'primary key' || about.key.length === 0)
            .map((k) => (
              <option key={k}>{k}</option>
            ))}
        </select>
      </Field>
      {kind === 'check' ? (
        <Field label={t.condition}>
          <input
            spellCheck={false}
            value={condition}
            onChange={(event) => setCondition(event.target.value)}
          />
        </Field>
      ) : kind === 'foreign key' ? (
        <div className="row">
          <Field label={t.column}>
            <select value={on[0] ?? ''} onChange={(event) => setOn([event.target.value])}>
              <option value="" disabled />
              {about.columns.map((c) => (
                <option key={c.name}>{c.name}</option>
              ))}
            </select>
          </Field>
          <Field label={t.references}>
            <select value={to} onChange={(event) => setTo(event.target.value)}>
              <option value="" disabled />
              {all.data
                ?.filter((table) => table.kind === 'table')
                .map((table) => (
                  <option key={`${table.schema}.${table.name}`}>
                    {table.schema}.{table.name}
                  </option>
                ))}
            </select>
          </Field>
          <Field label={t.onDelete}>
            <select value={action} onChange={(event) => setAction(event.target.value)}>
              {onDelete.map((a) => (
                <option key={a} value={a}>
                  {a === '' ? 'no action' : a}
                </option>
              ))}
            </select>
          </Field>
        </div>
      ) : (
        <ColumnChecks about={about} chosen={on} onChange={setOn} />
      )}
      <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />
    </>
  );
}
