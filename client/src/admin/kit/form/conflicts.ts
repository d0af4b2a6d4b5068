import { useEffect, useState } from 'react';
import { get, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { asRecord } from '@/shared/api/storage';
import { createStore, type Store } from '@/shared/ui/store';

/** The stored value of each edited field at the start of its edit, as JSON, by field name. */
export type BaseValues = ReadonlyMap<string, string>;

const noBase: BaseValues = new Map();

/** Base values from the session storage; invalid ones are left out. */
export const baseIn = (stored: unknown): BaseValues =>
  new Map(
    Object.entries(asRecord(stored)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** The names of the edited fields: the leaves of react-hook-form's `dirtyFields`. */
export function dirtyNames(dirty: unknown, path = ''): string[] {
  if (dirty === true) return [path];
  if (typeof dirty !== 'object' || dirty === null) return [];
  return Object.entries(dirty).flatMap(([name, below]) =>
    dirtyNames(below, path === '' ? name : `${path}.${name}`),
  );
}

export const jsonAt = (tree: object, name: string): string =>
  JSON.stringify(get(tree, name) ?? null);

/**
 * Updates the base values: keeps those of edited fields, adds new ones, drops others. Returns the same map
 * if nothing changed.
 */
export function trackBase(base: BaseValues, typed: readonly string[], stored: object): BaseValues {
  const isSame = typed.length === base.size && typed.every((name) => base.has(name));
  return isSame
    ? base
    : new Map(typed.map((name) => [name, base.get(name) ?? jsonAt(stored, name)]));
}

/** The edited fields that another user has changed to another value meanwhile. */
export const conflictsIn = (base: BaseValues, stored: object, values: object): string[] =>
  [...base.keys()].filter((name) => {
    const theirs = jsonAt(stored, name);
    return theirs !== base.get(name) && theirs !== jsonAt(values, name);
  });

/** The stored value of each edited field at the start of its edit. */
export function useBaseValues<Input extends FieldValues, Output>({
  subscribe,
}: UseFormReturn<Input, unknown, Output>): Store<BaseValues> {
  const [base] = useState(() => createStore(noBase));
  useEffect(
    () =>
      subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ dirtyFields, defaultValues = {} }) =>
          base.set(trackBase(base.get(), dirtyNames(dirtyFields), defaultValues)),
      }),
    [base, subscribe],
  );
  return base;
}
