import { useState } from 'react';
import type { Column, Condition } from '@/kit/types.ts';
import { t } from '@/texts.ts';

const operators: { op: string; label: string; alone?: boolean }[] = [
  { op: 'eq', label: '=' },
  { op: 'neq', label: '≠' },
  { op: 'lt', label: '<' },
  { op: 'lte', label: '≤' },
  { op: 'gt', label: '>' },
  { op: 'gte', label: '≥' },
  { op: 'like', label: t.contains },
  { op: 'null', label: t.isNull, alone: true },
  { op: 'notnull', label: t.isNotNull, alone: true },
];

const labelOf = (op: string) => operators.find((o) => o.op === op)?.label ?? op;
const isAlone = (op: string) => operators.find((o) => o.op === op)?.alone === true;

/** The conditions of the grid, each with a button that removes it, and a form for the next. */
export function Filters({
  columns,
  filter,
  onChange,
}: {
  columns: Column[];
  filter: Condition[];
  onChange: (filter: Condition[]) => void;
}) {
  const [adding, setAdding] = useState(false);
  const [op, setOp] = useState('eq');
  return (
    <div className="filters">
      {filter.map((c, i) => (
        <button
          // Conditions have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={i}
          type="button"
          className="chip"
          aria-label={t.removeFilter(`${c.column} ${labelOf(c.op)} ${c.value}`)}
          onClick={() => onChange(filter.filter((_, other) => other !== i))}
        >
          {c.column} {labelOf(c.op)} {isAlone(c.op) ? '' : c.value} ✕
        </button>
      ))}
      {adding ? (
        <form
          className="inline"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const field = (name: string) => {
              const value = form.get(name);
              return typeof value === 'string' ? value : '';
            };
            onChange([
              ...filter,
              {
                column: field('column'),
                op,
                value: field('value'),
              },
            ]);
            setAdding(false);
          }}
        >
          <select name="column" aria-label={t.column} autoFocus>
            {columns.map((c) => (
              <option key={c.name}>{c.name}</option>
            ))}
          </select>
          <select
            aria-label={t.operator}
            value={op}
            onChange={(event) => setOp(event.target.value)}
          >
            {operators.map((o) => (
              <option key={o.op} value={o.op}>
                {o.label}
              </option>
            ))}
          </select>
          {!isAlone(op) && <input name="value" aria-label={t.value} />}
          <button type="submit">{t.apply}</button>
          <button type="button" className="quiet" onClick={() => setAdding(false)}>
            {t.cancel}
          </button>
        </form>
      ) : (
        <button type="button" className="quiet" onClick={() => setAdding(true)}>
          + {t.filter}
        </button>
      )}
    </div>
  );
}
