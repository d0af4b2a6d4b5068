import type { Json } from '@/shared/api/schema.gen';
import type { Row } from '@/shared/api/rows';

export type Setting = Row<'site_settings'>;

/** Changed values by key, as save_settings expects them. */
export type Changes = { [key: string]: Json };

/** A tree of settings: the key `book.price_mad` is `price_mad` below `book`, as a form names it. */
export type SettingTree = { [name: string]: unknown };

const isTree = (value: unknown): value is SettingTree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Builds a tree of the values of these keys; null for a missing row. */
export function treeOf(keys: readonly string[], rows: Setting[]): SettingTree {
  const tree: SettingTree = {};
  for (const key of keys) put(tree, key.split('.'), storedValue(key, rows));
  return tree;
}

const storedValue = (key: string, rows: Setting[]): Json =>
  rows.find((row) => row.key === key)?.value ?? null;

function put(tree: SettingTree, [name = '', ...rest]: string[], value: Json): void {
  if (rest.length === 0) {
    tree[name] = value;
    return;
  }
  const below = isTree(tree[name]) ? tree[name] : {};
  tree[name] = below;
  put(below, rest, value);
}

/** The value at a key of a tree. */
export const valueAt = (tree: SettingTree, key: string): unknown =>
  key.split('.').reduce<unknown>((at, name) => (isTree(at) ? at[name] : undefined), tree);

/** The changed values of a group. */
export function changesIn(values: SettingTree, keys: readonly string[], rows: Setting[]): Changes {
  const changes: Changes = {};
  for (const key of keys) {
    const value = asJson(valueAt(values, key));
    if (!isSame(value, storedValue(key, rows))) changes[key] = value;
  }
  return changes;
}

/**
 * The known stored values of the changed keys: the server refuses the save if they differ (optimistic
 * locking).
 */
export const knownOf = (changes: Changes, rows: Setting[]): Changes =>
  Object.fromEntries(Object.keys(changes).map((key) => [key, storedValue(key, rows)]));

/** Converts a form value to JSON; undefined becomes null. */
function asJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(asJson);
  if (isTree(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asJson(each)]));
  }
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? JSON.parse(JSON.stringify(value)) : null;
}

/** Whether two JSON values are equal, ignoring the order of members. */
export const isSame = (one: Json, other: Json): boolean => sorted(one) === sorted(other);

const sorted = (value: Json): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    isTree(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** The parse error of a JSON text; undefined if it is valid. */
export function jsonProblem(typed: string): string | undefined {
  try {
    JSON.parse(typed);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Parses a valid JSON text. */
export const asJsonValue = (typed: string): Json => asJson(JSON.parse(typed));
