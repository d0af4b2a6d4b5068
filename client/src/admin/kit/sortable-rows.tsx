import { useState, type ReactNode } from 'react';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';

/*
 * Rows that can be reordered by mouse, touch or keyboard (Space, arrows, Space; Escape cancels):
 *   const reorder = useReorder('awards', { failed: t('moveFailed') });
 *   <SortableRows label={…} rows={rows} nameOf={(row) => row.title_en} onMove={reorder}>
 *     {(row, handle) => <div>{handle} … </div>}
 *   </SortableRows>
 * Moves are announced in the page's language. The rows must be sorted by `display_order`.
 */

type Row = { id: string };

type Props<R extends Row> = {
  /** The accessible name of the list. */
  label: string;
  rows: readonly R[];
  /** The name of a row in announcements. */
  nameOf: (row: R) => string;
  /** Writes all ids in their new order; resolves, and never rejects, after success or rollback. */
  onMove: (ids: string[]) => Promise<unknown>;
  /** Hides the handles, while the list is filtered or sorted otherwise. */
  disabled?: boolean;
  className?: string;
  children: (row: R, handle: ReactNode) => ReactNode;
};

/** A list whose rows can be reordered. */
export function SortableRows<R extends Row>({
  label,
  rows,
  nameOf,
  onMove,
  disabled = false,
  className = '',
  children,
}: Props<R>) {
  // While a row is dragged the list is frozen: changes by others are shown after the drop.
  const [frozen, setFrozen] = useState<readonly R[]>();
  const { order, drop } = useDropped(frozen ?? rows, onMove);
  const names = new Map(order.map((row) => [row.id, nameOf(row)]));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), // so that a click does not start a drag
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = order.map(({ id }) => id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis, restrictToParentElement]}
      accessibility={useAnnouncements(ids, names)}
      onDragStart={() => setFrozen(order)}
      onDragCancel={() => setFrozen(undefined)}
      onDragEnd={({ active, over }: DragEndEvent) => {
        setFrozen(undefined);
        if (over !== null) void drop(active.id, over.id);
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={disabled}>
        <ul aria-label={label} className={className}>
          {order.map((row) => (
            <SortableRow key={row.id} id={row.id} name={nameOf(row)} disabled={disabled}>
              {(handle) => children(row, handle)}
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** The rows in the order of the last drop, until it is written or rolled back. */
function useDropped<R extends Row>(
  rows: readonly R[],
  onMove: (ids: string[]) => Promise<unknown>,
) {
  const [dropped, setDropped] = useState<readonly string[]>();
  const order = dropped === undefined ? rows : inOrder(rows, dropped);
  const placeOf = (id: UniqueIdentifier) => order.findIndex((row) => row.id === id);
  const drop = async (id: UniqueIdentifier, over: UniqueIdentifier) => {
    if (id === over) return;
    const ids = arrayMove([...order], placeOf(id), placeOf(over)).map((row) => row.id);
    setDropped(ids);
    await onMove(ids);
    setDropped((now) => (now === ids ? undefined : now)); // a later drop resets itself
  };
  return { order, drop };
}

/** The rows in the order of the ids; unchanged if rows were added or removed meanwhile. */
function inOrder<R extends Row>(rows: readonly R[], ids: readonly string[]): readonly R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return found.length === rows.length ? found : rows;
}

/** The screen reader announcements of a drag. */
function useAnnouncements(ids: readonly string[], names: ReadonlyMap<UniqueIdentifier, string>) {
  const { t } = useTranslation('admin-kit');
  const values = (id: UniqueIdentifier, at: UniqueIdentifier = id) => ({
    name: names.get(id) ?? '',
    place: ids.findIndex((each) => each === at) + 1,
    total: ids.length,
  });
  return {
    screenReaderInstructions: { draggable: t('sortable.how') },
    announcements: {
      onDragStart: ({ active }: Pick<DragTarget, 'active'>) =>
        t('sortable.taken', values(active.id)),
      // A dragged row is over itself first: not announced again.
      onDragOver: ({ active, over }: DragTarget) =>
        t(over?.id === active.id ? 'sortable.taken' : 'sortable.over', values(active.id, over?.id)),
      onDragEnd: ({ active, over }: DragTarget) =>
        t('sortable.dropped', values(active.id, over?.id)),
      onDragCancel: ({ active }: DragTarget) => t('sortable.left', values(active.id)),
    },
  };
}

type DragTarget = { active: { id: UniqueIdentifier }; over: { id: UniqueIdentifier } | null };

type RowProps = {
  id: string;
  name: string;
  disabled: boolean;
  children: (handle: ReactNode) => ReactNode;
};

function SortableRow({ id, name, disabled, children }: RowProps) {
  const { t } = useTranslation('admin-kit');
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, disabled });
  const handle = disabled ? null : (
    <button
      ref={setActivatorNodeRef}
      type="button"
      aria-describedby={attributes['aria-describedby']}
      aria-label={t('sortable.move', { name })}
      {...listeners}
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted hover:text-ink active:cursor-grabbing lg:size-9"
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={isDragging ? 'relative z-10 bg-raised shadow-[0_2px_12px_rgb(0_0_0/0.25)]' : ''}
    >
      {children(handle)}
    </li>
  );
}
