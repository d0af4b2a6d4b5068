import { get } from 'react-hook-form';

/** What stood in a field, as JSON, when somebody began to type over it, by the field's name. */
export type Seen = ReadonlyMap<string, string>;

/** The names of the fields that were typed into: the leaves of react-hook-form's `dirtyFields`. */
export function typedLeaves(dirty: unknown, path = ''): string[] {
  if (dirty === true) return [path];
  if (typeof dirty !== 'object' || dirty === null) return [];
  return Object.entries(dirty).flatMap(([name, below]) =>
    typedLeaves(below, path === '' ? name : `${path}.${name}`),
  );
}

export const leaf = (tree: object, name: string): string => JSON.stringify(get(tree, name) ?? null);

/** Follows what is stored, but in the fields that are typed into; the same map where nothing is new. */
export function followed(seen: Seen, typed: readonly string[], stored: object): Seen {
  const isSame = typed.length === seen.size && typed.every((name) => seen.has(name));
  return isSame ? seen : new Map(typed.map((name) => [name, seen.get(name) ?? leaf(stored, name)]));
}

/** The fields that were typed into and meanwhile changed by somebody else, to something else. */
export const clashing = (seen: Seen, stored: object, values: object): string[] =>
  [...seen.keys()].filter((name) => {
    const theirs = leaf(stored, name);
    return theirs !== seen.get(name) && theirs !== leaf(values, name);
  });
