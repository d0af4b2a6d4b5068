import { get } from 'react-hook-form';

/** What stood in a field, as JSON, when somebody began to type over it, by the field's name. */
export type BaseValues = ReadonlyMap<string, string>;

/** The names of the fields that were typed into: the leaves of react-hook-form's `dirtyFields`. */
export function dirtyNames(dirty: unknown, path = ''): string[] {
  if (dirty === true) return [path];
  if (typeof dirty !== 'object' || dirty === null) return [];
  return Object.entries(dirty).flatMap(([name, below]) =>
    dirtyNames(below, path === '' ? name : `${path}.${name}`),
  );
}

export const jsonAt = (tree: object, name: string): string =>
  JSON.stringify(get(tree, name) ?? null);

/** Follows what is stored, but in the fields that are typed into; the same map where nothing is new. */
export function trackBase(base: BaseValues, typed: readonly string[], stored: object): BaseValues {
  const isSame = typed.length === base.size && typed.every((name) => base.has(name));
  return isSame
    ? base
    : new Map(typed.map((name) => [name, base.get(name) ?? jsonAt(stored, name)]));
}

/** The fields that were typed into and meanwhile changed by somebody else, to something else. */
export const conflictsIn = (base: BaseValues, stored: object, values: object): string[] =>
  [...base.keys()].filter((name) => {
    const theirs = jsonAt(stored, name);
    return theirs !== base.get(name) && theirs !== jsonAt(values, name);
  });
