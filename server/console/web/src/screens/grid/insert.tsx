import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Column, Relation, Value } from '@/kit/types.ts';
import { Dialog, Failure } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { choices, shownAs } from './cell-editor.tsx';
import { insert } from './rows.ts';

type Entry = { mode: 'default' | 'null' | 'value'; text: string };

const hasDefault = (c: Column) => c.default !== null || c.identity !== '';

/** Adds one row. What is left out gets its default. */
export function InsertDialog({
  about,
  onClose,
  onDone,
}: {
  about: Relation;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const columns = about.columns.filter((c) => c.generated === '' && c.identity !== 'a');
  const [entries, setEntries] = useState<Record<string, Entry>>(() =>
    Object.fromEntries(
      columns.map((c) => [
        c.name,
        { mode: hasDefault(c) ? 'default' : c.required ? 'value' : 'null', text: '' } as const,
      ]),
    ),
  );
  const adding = useMutation({
    mutationFn: () => {
      const given = columns.filter((c) => entries[c.name]?.mode !== 'default');
      const row: Value[] = given.map((c) => {
        const entry = entries[c.name];
        return entry?.mode === 'value' ? entry.text : null;
      });
      return insert(
        about.schema,
        about.name,
        given.map((c) => c.name),
        [row],
      );
    },
    onSuccess: async () => {
      onClose();
      await onDone();
    },
  });
  const change = (name: string, entry: Partial<Entry>) =>
    setEntries((before) => ({
      ...before,
      [name]: { mode: 'value', text: '', ...before[name], ...entry },
    }));
  return (
    <Dialog title={t.insertInto(`${about.schema}.${about.name}`)} onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate();
        }}
      >
        <div className="fields">
          {columns.map((c) => (
            <EntryField
              key={c.name}
              column={c}
              entry={entries[c.name] ?? { mode: 'value', text: '' }}
              onChange={(entry) => change(c.name, entry)}
            />
          ))}
        </div>
        <Failure error={adding.error} />
        <footer>
          <button type="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" className="primary" disabled={adding.isPending}>
            {t.insert}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function EntryField({
  column,
  entry,
  onChange,
}: {
  column: Column;
  entry: Entry;
  onChange: (entry: Partial<Entry>) => void;
}) {
  const known = choices(column);
  const label = column.name;
  return (
    <div className="entry">
      <span>
        {label} <small>{column.type}</small>
      </span>
      <select
        aria-label={t.modeOf(label)}
        value={entry.mode}
        onChange={(event) => onChange({ mode: event.target.value as Entry['mode'] })}
      >
        <option value="value">{t.value}</option>
        {!column.required && <option value="null">NULL</option>}
        {hasDefault(column) && <option value="default">{t.default}</option>}
      </select>
      {known ? (
        <select
          aria-label={label}
          value={entry.mode === 'value' ? entry.text : ''}
          onChange={(event) => onChange({ mode: 'value', text: event.target.value })}
        >
          <option value="" />
          {known.map((choice) => (
            <option key={choice} value={choice}>
              {shownAs(column, choice)}
            </option>
          ))}
        </select>
      ) : (
        <textarea
          aria-label={label}
          rows={1}
          spellCheck={false}
          value={entry.mode === 'value' ? entry.text : ''}
          placeholder={entry.mode === 'null' ? 'NULL' : (column.default ?? '')}
          onChange={(event) => onChange({ mode: 'value', text: event.target.value })}
        />
      )}
    </div>
  );
}
