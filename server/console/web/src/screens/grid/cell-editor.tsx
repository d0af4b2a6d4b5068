import { useRef, useState, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Column, Relation, Value } from '@/kit/types.ts';
import { Dialog, Failure, Field, Loading } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { fullValue } from './rows.ts';

/** The values that a column can have, where they are few. */
export const choices = (column: Column): string[] | null =>
  column.labels ?? (column.category === 'B' ? ['t', 'f'] : null);

/** A value as people read it: PostgreSQL writes t and f. */
export const shownAs = (column: Column, value: string) =>
  column.category === 'B' ? (value === 't' ? 'true' : 'false') : value;

/** Edits one value in its cell. What is typed is saved by Enter, Tab and leaving the cell; Escape leaves it as it was. */
export function CellEditor({
  column,
  value,
  typed,
  onSave,
  onCancel,
}: {
  column: Column;
  value: Value;
  /** The key that began the editing, which replaces the value; '' for none. */
  typed: string;
  /** step is the number of columns to go on. */
  onSave: (value: Value, step: number) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(choices(column) ? (value ?? '') : typed || (value ?? ''));
  const isOver = useRef(false); // the browser blurs what leaves the page
  const end = (act: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    act();
  };
  const save = (next: Value, step = 0) => end(() => onSave(next, step));
  const known = choices(column);
  const entered = text === '' && (value === null || known) ? null : text;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') end(onCancel);
    else if (event.key === 'Enter') save(entered);
    else if (event.key === 'Tab') {
      event.preventDefault();
      save(entered, event.shiftKey ? -1 : 1);
    } else if (event.key === 'Backspace' && (event.ctrlKey || event.metaKey)) save(null);
  };
  if (known) {
    return (
      <select
        autoFocus
        aria-label={column.name}
        value={text}
        onKeyDown={onKeyDown}
        onBlur={() => save(entered)}
        onChange={(event) => setText(event.target.value)}
      >
        {(value === null || !column.required) && <option value="">NULL</option>}
        {known.map((choice) => (
          <option key={choice} value={choice}>
            {shownAs(column, choice)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      autoFocus
      aria-label={column.name}
      value={text}
      placeholder={value === null ? 'NULL' : ''}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (typed === '') event.target.select();
      }}
      onBlur={() => save(entered)}
    />
  );
}

/** Shows and edits a value that does not fit into a cell: JSON, arrays, long text. */
export function ValueDialog({
  about,
  column,
  value,
  rowKey,
  isCut,
  mayEdit,
  onSave,
  onClose,
}: {
  about: Relation;
  column: Column;
  value: Value;
  rowKey: Value[];
  isCut: boolean;
  mayEdit: boolean;
  onSave: (value: Value) => void;
  onClose: () => void;
}) {
  const whole = useQuery({
    queryKey: ['value', about.schema, about.name, column.name, rowKey],
    queryFn: () => fullValue(about.schema, about.name, rowKey, column.name),
    enabled: isCut,
    gcTime: 0,
  });
  const before = isCut ? (whole.data ?? null) : value;
  return (
    <Dialog title={`${column.name} · ${column.type}`} onClose={onClose} wide>
      <Failure error={whole.error} />
      {isCut && whole.isPending ? (
        <Loading />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const text = new FormData(event.currentTarget).get('value');
            onSave(typeof text === 'string' ? text : '');
          }}
        >
          <Field label={t.value} hint={isCut && mayEdit ? t.cutValue : undefined}>
            <textarea
              name="value"
              rows={16}
              spellCheck={false}
              readOnly={!mayEdit || isCut}
              placeholder={before === null ? 'NULL' : ''}
              defaultValue={pretty(column, before)}
            />
          </Field>
          {mayEdit && !isCut && (
            <footer>
              <button type="button" onClick={() => onSave(null)}>
                {t.setNull}
              </button>
              <button type="submit" className="primary">
                {t.save}
              </button>
            </footer>
          )}
        </form>
      )}
    </Dialog>
  );
}

function pretty(column: Column, value: Value): string {
  if (value === null) return '';
  if (column.type !== 'json' && column.type !== 'jsonb') return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
