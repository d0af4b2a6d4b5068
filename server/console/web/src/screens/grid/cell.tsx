import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column, Relation, Value } from '@/kit/types.ts';
import { t } from '@/texts.ts';
import { shownAs } from './cell-editor.tsx';

/** One value; that of a foreign key has a link to its row. */
export function Cell({
  about,
  column,
  value,
  isUnsaved,
  id,
  width,
  isActive,
  onActivate,
  onEdit,
  children,
}: {
  about: Relation;
  column: Column | undefined;
  value: Value;
  /** Whether the value waits to be saved. */
  isUnsaved: boolean;
  id: string;
  width: number;
  isActive: boolean;
  onActivate: () => void;
  onEdit: () => void;
  children: ReactNode;
}) {
  const to = about.references.find((r) => r.columns.length === 1 && r.columns[0] === column?.name);
  const classes = ['cell'];
  if (isActive) classes.push('active');
  if (isUnsaved) classes.push('unsaved');
  if (column?.category === 'N') classes.push('number');
  return (
    // The grid itself takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.join(' ')}
      style={{ width }}
      onClick={(event) => {
        // A finger has no double click.
        const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
        (isTouch && isActive ? onEdit : onActivate)();
      }}
      onDoubleClick={onEdit}
    >
      {children || (
        <>
          {value === null ? <i className="null">NULL</i> : column ? shownAs(column, value) : value}
          {to && value !== null && (
            <Link
              className="follow"
              tabIndex={-1}
              title={`${to.schema}.${to.table}`}
              aria-label={t.follow(`${to.schema}.${to.table}`)}
              to={`/tables/${to.schema}/${to.table}?filter=${encodeURIComponent(
                JSON.stringify([{ column: to.to[0], op: 'eq', value }]),
              )}`}
            >
              →
            </Link>
          )}
        </>
      )}
    </div>
  );
}
