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
import { useTranslation } from 'react-i18next';

/*
 * Rows that are put in order by mouse, finger or keyboard (Space, arrows, Space; Escape leaves them):
 *   const reorder = useReorder('awards', { failed: t('moveFailed') });
 *   <SortableRows label={…} rows={rows} nameOf={(row) => row.title_en} onMove={reorder}>
 *     {(row, handle) => <div>{handle} … </div>}
 *   </SortableRows>
 * What happens is told in the page's language. The rows are to be sorted by their places.
 */

type Row = { id: string };

type Props<R extends Row> = {
  /** Names the list. */
  label: string;
  rows: readonly R[];
  /** What a row is called when it is told to move. */
  nameOf: (row: R) => string;
  /** Writes all ids in their new order; ends, and never fails, when that is done or taken back. */
  onMove: (ids: string[]) => Promise<unknown>;
  /** Without handles, while the rows are not all there or in another order. */
  disabled?: boolean;
  className?: string;
  children: (row: R, handle: ReactNode) => ReactNode;
};

/** A list whose rows have places. */
export function SortableRows<R extends Row>({
  label,
  rows,
  nameOf,
  onMove,
  disabled = false,
  className = '',
  children,
}: Props<R>) {
  // While a row is taken the list holds still: what others change comes when it is put down.
  const [frozen, setFrozen] = useState<readonly R[]>();
  const { order, drop } = useDropped(frozen ?? rows, onMove);
  const names = new Map(order.map((row) => [row.id, nameOf(row)]));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), // a click is no drag
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

/** The rows in the order in which they were last dropped, until that is written or refused. */
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
    setDropped((now) => (now === ids ? undefined : now)); // a later drop has its own end
  };
  return { order, drop };
}

/** Rows by their ids; as they are where rows came or went meanwhile. */
function inOrder<R extends Row>(rows: readonly R[], ids: readonly string[]): readonly R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return found.length === rows.length ? found : rows;
}

/** What is told of a move to those who do not see it. */
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
      // A row that is taken is over itself first: that is nothing new.
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
