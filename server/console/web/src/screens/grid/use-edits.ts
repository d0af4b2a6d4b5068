import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Relation, Value } from '@/kit/types.ts';
import { rowsKey, update } from './rows.ts';

/** A change of one value, with the value that was shown before. */
export interface Edit {
  key: Value[];
  column: string;
  value: Value;
  before: Value;
}

interface Asked {
  edit: Edit;
  isUndo: boolean;
}

const most = 100;

const isSame = (a: Edit) => (b: Edit) =>
  a.column === b.column && JSON.stringify(a.key) === JSON.stringify(b.key);

/** The edits of a table's values: optimistic, with undo. What the server does not take stays, to be saved again. */
export function useEdits({ schema, name, key: columns }: Relation) {
  const client = useQueryClient();
  const [done, setDone] = useState<Edit[]>([]);
  const [refused, setRefused] = useState<Edit[]>([]);
  const saving = useMutation({
    mutationFn: ({ edit }: Asked) => update(schema, name, edit),
    onSuccess: (_, { edit, isUndo }) => {
      setDone((all) => (isUndo ? all.slice(0, -1) : [...all, edit].slice(-most)));
      setRefused((all) => all.filter((one) => !isSame(edit)(one)));
    },
    onError: (_, { edit, isUndo }) => {
      if (isUndo) setDone((all) => all.slice(0, -1));
      else setRefused((all) => [...all.filter((one) => !isSame(edit)(one)), edit]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: rowsKey(schema, name) }),
  });
  const waiting = saving.isPending ? [...refused, saving.variables.edit] : refused;
  return {
    error: saving.error,
    save: (edit: Edit) => saving.mutate({ edit, isUndo: false }),
    /** The edits that the server has not taken: saved in turn, or forgotten. */
    refused,
    again: async () => {
      for (const edit of refused) await saving.mutateAsync({ edit, isUndo: false });
    },
    forget: () => {
      setRefused([]);
      saving.reset();
    },
    canUndo: done.length > 0 && !saving.isPending,
    /** Takes the last edit back. shown is the value of a cell now, as PostgreSQL writes it; undefined for none. */
    undo: (shown: (key: Value[], column: string) => Value | undefined) => {
      const last = done.at(-1);
      if (!last || saving.isPending) return;
      // An edit of the key itself has given the row another one.
      const key = last.key.map((v, i) => (columns[i] === last.column ? last.value : v));
      const now = shown(key, last.column);
      const before = now === undefined ? last.value : now;
      saving.mutate({ edit: { ...last, key, value: last.before, before }, isUndo: true });
    },
    /** The edit of a cell that is not saved yet. */
    waiting: (key: Value[], column: string) =>
      waiting.findLast(isSame({ key, column, value: null, before: null })),
  };
}

export type Edits = ReturnType<typeof useEdits>;
