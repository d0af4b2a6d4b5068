import type { LastSave } from '@/admin/kit/form/conflict-panel';
import { mergeEdits, type Fields } from '@/admin/kit/form/merge-edits';
import type { Failure } from '@/shared/api/failures';

export type FieldOf<V> = keyof V & string;

/** The fields of a record: their names, and how they are compared, parsed and saved. */
export type EditFields<V extends object> = Fields<V, FieldOf<V>> & {
  /** Parses stored values; missing or invalid ones are those of `start`, by default empty. */
  read: (stored: unknown, start?: V) => V;
  /** The fields that autosave writes. Defaults to all. */
  autosaved?: readonly FieldOf<V>[];
  /** Whether the table accepts the values. Defaults to always. */
  canBeSaved?: (values: V) => boolean;
};

/** A record as loaded from the server; `R` is its row or rows. */
export type Loaded<V, R> = {
  record: R;
  saved: V;
  /** The values to merge with unsaved ones: the saved ones, or those merged with another version of the record. */
  theirs: V;
  /** The values of the other version in fields that both versions changed; `theirs` has the saved ones. */
  conflicts: Partial<V>;
  lastSave: LastSave | undefined;
};

/** Concurrent changes of the same fields, for the user to resolve. */
export type EditConflict<V> = {
  /** The values that were stored when the edit began. */
  base: V;
  theirs: V;
  fields: FieldOf<V>[];
  lastSave: LastSave | undefined;
};

/** The state of an editor. Immutable: a new object at each change. */
export type EditState<V, R> = {
  values: V;
  /** The values stored on the server. */
  saved: V;
  /** The rows as stored: a save compares with them. */
  record: R;
  saving: boolean;
  /** The time of the last save, in milliseconds since 1970. */
  savedAt: number | undefined;
  failure: Failure | undefined;
  conflict: EditConflict<V> | undefined;
  /** Whether the record was deleted while it was edited, or may not be edited any more. */
  gone: boolean;
  /** The time of a restored session draft. */
  restoredAt: number | undefined;
  /** The time when another user's changes were merged. */
  mergedAt: number | undefined;
  /** Incremented when values change other than by typing: the rich-text editors then load them. */
  version: number;
};

/**
 * Three-way merge of our values with the changes by others since `base`: the merged values and the state of the
 * server. In conflicting fields our values stay.
 */
export function mergeLoaded<V extends object, R>(
  { record, saved, theirs, conflicts: others, lastSave }: Loaded<V, R>,
  base: V,
  ours: V,
  { names, isSame }: EditFields<V>,
): Pick<EditState<V, R>, 'values' | 'record' | 'saved' | 'conflict'> {
  const { values, conflicts } = mergeEdits({ base, ours, theirs }, { names, isSame });
  const fields = names.filter((name) => name in others || conflicts.includes(name));
  const conflict = { base, theirs: { ...theirs, ...others }, fields, lastSave };
  return { values, record, saved, conflict: fields.length > 0 ? conflict : undefined };
}
