import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import {
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Column, Condition, Ordering, Page, Relation, Value } from '@/kit/types.ts';
import { Empty, KeySign } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { Cell } from './cell.tsx';
import { CellEditor, ValueDialog } from './cell-editor.tsx';
import type { Edits } from './use-edits.ts';

interface Row {
  values: Value[];
  key: Value[];
  /** Columns whose values are longer than shown. */
  cut: number[];
}

const rowHeight = 28;

const features = tableFeatures({ columnSizingFeature, columnResizingFeature });

const widthOf = (column: Column) =>
  column.category === 'B'
    ? 80
    : column.category === 'N'
      ? 110
      : column.category === 'D'
        ? 210
        : column.type === 'uuid'
          ? 290
          : 200;

/** Editors that do not fit into a cell. */
const isLong = (column: Column, value: Value) =>
  column.type === 'json' ||
  column.type === 'jsonb' ||
  column.category === 'A' ||
  (value !== null && (value.length > 80 || value.includes('\n')));

/** A grid like a spreadsheet: arrows move, typing and Enter edit, Ctrl+Z takes an edit back (docs/console.md). */
export function Cells({
  about,
  pages,
  order,
  filter,
  actor,
  onOrder,
  selected,
  onSelect,
  onEnd,
  edits,
  onUndo,
}: {
  about: Relation;
  pages: Page[];
  order: Ordering[];
  filter: Condition[];
  actor: string;
  onOrder: (order: Ordering[]) => void;
  selected: ReadonlyMap<string, Value[]>;
  onSelect: (selected: ReadonlyMap<string, Value[]>) => void;
  onEnd: () => void;
  edits: Edits;
  onUndo: () => void;
}) {
  const { schema, name } = about;
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  /** The key that began the editing of the active cell, '' for none; null while nothing is edited. */
  const [editing, setEditing] = useState<string | null>(null);
  const id = useId();
  const rows = useMemo(() => flatten(pages), [pages]);
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      about.columns.map((column, i) => ({
        id: column.name,
        accessorFn: (row: Row) => row.values[i],
        size: widthOf(column),
        minSize: 60,
      })),
    [about.columns],
  );
  const table = useTable({
    features,
    data: rows,
    columns: definitions,
    columnResizeMode: 'onChange',
  });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    onChange: (v) => {
      const last = v.getVirtualItems().at(-1);
      if (last && last.index >= rows.length - 30) onEnd();
    },
  });
  // Other rows are shown from the first one on.
  const asked = JSON.stringify([filter, order]);
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [asked]);
  // Keys go to the grid that was opened, unless they have gone elsewhere.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.tagName === 'MAIN')
      scroll.current?.focus({ preventScroll: true });
  }, []);
  /** The edit of a cell that waits to be saved. */
  const waiting = (row: number, column: number) =>
    edits.waiting(rows[row]?.key ?? [], about.columns[column]?.name ?? '');
  /** The value of a cell as it is shown. */
  const valueAt = (row: number, column: number): Value => {
    const edit = waiting(row, column);
    return edit ? edit.value : (rows[row]?.values[column] ?? null);
  };
  const change = (row: number, column: number, value: Value) => {
    if (value === valueAt(row, column)) return;
    edits.save({
      key: rows[row]?.key ?? [],
      column: about.columns[column]?.name ?? '',
      value,
      before: rows[row]?.values[column] ?? null,
    });
  };
  const mayEdit = (column: number) => {
    const c = about.columns[column];
    return (
      (about.updatable & 4) !== 0 &&
      (rows[0]?.key.length ?? 0) > 0 &&
      c !== undefined &&
      c.generated === '' &&
      c.identity !== 'a'
    );
  };
  const move = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(about.columns.length - 1, column)),
    };
    setActive(next);
    virtual.scrollToIndex(next.row);
    const head = scroll.current?.querySelectorAll('[role=columnheader]').item(next.column + 1);
    head?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const edit = (typed: string) => {
    if (rows.length > 0) setEditing(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null || event.target !== scroll.current) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const page = Math.floor((scroll.current?.clientHeight ?? 400) / rowHeight) - 2;
    const { row, column } = active;
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(row + 1, column),
      ArrowUp: () => move(row - 1, column),
      ArrowRight: () => move(row, column + 1),
      ArrowLeft: () => move(row, column - 1),
      PageDown: () => move(row + page, column),
      PageUp: () => move(row - page, column),
      Home: () => move(event.ctrlKey ? 0 : row, 0),
      End: () => move(event.ctrlKey ? rows.length - 1 : row, about.columns.length - 1),
      Enter: () => {
        const reference = scroll.current?.querySelector<HTMLElement>('.cell.active .follow');
        if (event.ctrlKey) reference?.click();
        else edit('');
      },
      F2: () => edit(''),
    };
    const act = moves[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (event.key === ' ' && event.shiftKey) {
      event.preventDefault();
      const key = rows[row]?.key ?? [];
      if (key.length > 0) onSelect(toggle(selected, JSON.stringify(key), key));
    } else if (isCommand && event.key === 'Backspace' && mayEdit(column)) {
      event.preventDefault();
      change(row, column, null);
    } else if (isCommand && event.key === 'z') {
      event.preventDefault();
      onUndo();
    } else if (isCommand && event.key === 'c') {
      event.preventDefault();
      void navigator.clipboard.writeText(valueAt(row, column) ?? '').catch(() => undefined);
    } else if (event.key.length === 1 && !isCommand && !event.altKey && mayEdit(column)) {
      event.preventDefault();
      edit(event.key);
    }
  };
  const activeColumn = about.columns[active.column];
  const activeRow = rows[active.row];
  const activeValue = valueAt(active.row, active.column);
  const stop = () => {
    setEditing(null);
    scroll.current?.focus();
  };
  const headers = table.getFlatHeaders();
  return (
    <>
      <div
        ref={scroll}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label={`${schema}.${name}`}
        aria-rowcount={-1}
        aria-activedescendant={rows.length > 0 ? `${id}-${active.row}-${active.column}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div className="grid-head" role="row" style={{ width: table.getTotalSize() + 36 }}>
          <div className="cell mark" role="columnheader">
            <span className="hidden">{t.select}</span>
          </div>
          {headers.map((header, i) => {
            const column = about.columns[i];
            const sorted = order.find((o) => o.column === header.id);
            return (
              <div
                key={header.id}
                className="cell"
                role="columnheader"
                aria-sort={sorted ? (sorted.desc ? 'descending' : 'ascending') : 'none'}
                style={{ width: header.getSize() }}
              >
                <button
                  type="button"
                  title={`${column?.type ?? ''}${column?.comment ? ` · ${column.comment}` : ''}`}
                  onClick={() => onOrder(nextOrder(order, header.id))}
                >
                  {about.key.includes(header.id) && <KeySign />} {header.id}{' '}
                  <small>{column?.type}</small>
                  {sorted ? (sorted.desc ? ' ↓' : ' ↑') : ''}
                </button>
                <span
                  className="resize"
                  role="presentation"
                  onPointerDown={header.getResizeHandler()}
                />
              </div>
            );
          })}
        </div>
        {rows.length === 0 && <Empty>{filter.length > 0 ? t.noRowsFound : t.noRows(actor)}</Empty>}
        <div
          role="rowgroup"
          style={{
            height: virtual.getTotalSize(),
            width: table.getTotalSize() + 36,
            position: 'relative',
          }}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const rowId = JSON.stringify(row.key);
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={selected.has(rowId)}
                className="grid-row"
                style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              >
                <div className="cell mark" role="gridcell">
                  {row.key.length > 0 && (
                    <label>
                      {' '}
                      <input
                        type="checkbox"
                        tabIndex={-1}
                        aria-label={t.selectRow(item.index + 1)}
                        checked={selected.has(rowId)}
                        onChange={() => onSelect(toggle(selected, rowId, row.key))}
                      />
                    </label>
                  )}
                </div>
                {headers.map((header, i) => (
                  <Cell
                    key={header.id}
                    about={about}
                    column={about.columns[i]}
                    value={valueAt(item.index, i)}
                    isUnsaved={waiting(item.index, i) !== undefined}
                    id={`${id}-${item.index}-${i}`}
                    width={header.getSize()}
                    isActive={active.row === item.index && active.column === i}
                    onActivate={() => setActive({ row: item.index, column: i })}
                    onEdit={() => {
                      setActive({ row: item.index, column: i });
                      edit('');
                    }}
                  >
                    {editing !== null &&
                      active.row === item.index &&
                      active.column === i &&
                      activeColumn &&
                      mayEdit(i) &&
                      !isLong(activeColumn, activeValue) && (
                        <CellEditor
                          column={activeColumn}
                          value={activeValue}
                          typed={editing}
                          onSave={(value, step) => {
                            stop();
                            change(item.index, i, value);
                            if (step !== 0) move(item.index, i + step);
                          }}
                          onCancel={stop}
                        />
                      )}
                  </Cell>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {editing !== null &&
        activeColumn &&
        activeRow &&
        (!mayEdit(active.column) || isLong(activeColumn, activeValue)) && (
          <ValueDialog
            about={about}
            column={activeColumn}
            value={activeValue}
            rowKey={activeRow.key}
            isCut={activeRow.cut.includes(active.column)}
            mayEdit={mayEdit(active.column)}
            onSave={(value) => {
              stop();
              change(active.row, active.column, value);
            }}
            onClose={stop}
          />
        )}
    </>
  );
}

function flatten(pages: Page[]): Row[] {
  return pages.flatMap((page) => {
    const cut = new Map<number, number[]>();
    for (const [row, column] of page.cut ?? []) {
      cut.set(row, [...(cut.get(row) ?? []), column]);
    }
    return page.rows.map((values, i) => ({
      values,
      key: page.keys[i] ?? [],
      cut: cut.get(i) ?? [],
    }));
  });
}

/** A click sorts by a column, the next in the other direction, the third no longer. */
function nextOrder(order: Ordering[], column: string): Ordering[] {
  const before = order.find((o) => o.column === column);
  if (!before) return [{ column, desc: false }];
  return before.desc ? [] : [{ column, desc: true }];
}

function toggle(selected: ReadonlyMap<string, Value[]>, id: string, key: Value[]) {
  const next = new Map(selected);
  if (!next.delete(id)) next.set(id, key);
  return next;
}
