import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { tables } from '@/kit/tables.ts';
import { t } from '@/texts.ts';
import { emptyColumn, onDelete, type ColumnForm } from './column-schema.ts';
import { types } from './changes.ts';

/** The fields of one column, in a line. */
export function ColumnFields({
  column,
  onChange,
  onRemove,
  place,
}: {
  column: Partial<ColumnForm>;
  onChange: (column: ColumnForm) => void;
  onRemove?: (() => void) | undefined;
  place: number;
}) {
  const id = useId();
  const all = useQuery(tables);
  const now: ColumnForm = { ...emptyColumn, ...column };
  const set = (changed: Partial<ColumnForm>) => onChange({ ...now, ...changed });
  return (
    <fieldset className="column-fields">
      <legend>{t.columnPlace(place)}</legend>
      <input
        aria-label={t.name}
        placeholder={t.name}
        value={now.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <input
        aria-label={t.type}
        list={`${id}-types`}
        value={now.type}
        onChange={(event) => set({ type: event.target.value })}
      />
      <datalist id={`${id}-types`}>
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <input
        aria-label={t.default}
        placeholder={t.default}
        list={`${id}-defaults`}
        value={now.default}
        onChange={(event) => set({ default: event.target.value })}
      />
      <datalist id={`${id}-defaults`}>
        {['gen_random_uuid()', 'now()', 'auth.uid()', 'identity', "''", 'false'].map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <input
        aria-label={t.references}
        placeholder={t.references}
        list={`${id}-tables`}
        value={now.references}
        onChange={(event) => set({ references: event.target.value })}
      />
      <datalist id={`${id}-tables`}>
        {all.data
          ?.filter((table) => table.kind === 'table')
          .map((table) => (
            <option key={`${table.schema}.${table.name}`} value={`${table.schema}.${table.name}`} />
          ))}
      </datalist>
      {now.references !== '' && (
        <select
          aria-label={t.onDelete}
          value={now.onDelete}
          onChange={(event) => set({ onDelete: event.target.value })}
        >
          {onDelete.map((action) => (
            <option key={action} value={action}>
              {t.onDelete} {action === '' ? 'no action' : action}
            </option>
          ))}
        </select>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={now.required || now.key}
          disabled={now.key}
          onChange={(event) => set({ required: event.target.checked })}
        />
        {t.required}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={now.key}
          onChange={(event) => set({ key: event.target.checked })}
        />
        {t.primaryKey}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={now.unique}
          onChange={(event) => set({ unique: event.target.checked })}
        />
        {t.unique}
      </label>
      {onRemove && (
        <button type="button" className="quiet" aria-label={t.removeColumn} onClick={onRemove}>
          ✕
        </button>
      )}
    </fieldset>
  );
}
