import { useState, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Column, Relation, Value } from '@/kit/types.ts';
import { Dialog, Failure, Field, Loading } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { fullValue } from './rows.ts';

/** The values that a column can have, where they are few. */
export const choices = (column: Column): string[] | null =>
  column.labels ?? (column.category === 'B' ? ['t', 'f'] : null);

/** Edits one value in its cell. */
export function CellEditor({
  column,
  value,
  onSave,
  onCancel,
}: {
  column: Column;
  value: Value;
  onSave: (value: Value) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(value ?? '');
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter') onSave(text === '' && value === null ? null : text);
    else if (event.key === 'Backspace' && (event.ctrlKey || event.metaKey)) onSave(null);
  };
  const known = choices(column);
  if (known) {
    return (
      <select
        autoFocus
        aria-label={column.name}
        defaultValue={value ?? ''}
        onKeyDown={onKeyDown}
        onBlur={onCancel}
        onChange={(event) => onSave(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">NULL</option>
        {known.map((choice) => (
          <option key={choice} value={choice}>
            {column.category === 'B' ? (choice === 't' ? 'true' : 'false') : choice}
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
      onFocus={(event) => event.target.select()}
      onBlur={onCancel}
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
  onSave: (value: Value, before: Value) => void;
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
            onSave(typeof text === 'string' ? text : '', before);
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
              <button type="button" onClick={() => onSave(null, before)}>
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
