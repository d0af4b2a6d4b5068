import { useSyncExternalStore } from 'react';
import type { DeskState } from './desk-state';
import type { PostDesk } from './post-desk';
import type { PostWords, WordsField } from './post-words';

/** A part of a desk's state. `select` gives the same value for the same state. */
export const useDeskState = <T>(desk: PostDesk, select: (state: DeskState) => T): T =>
  useSyncExternalStore(desk.subscribe, () => select(desk.state()));

/** One field of the post and how to write it. */
export function useField<F extends WordsField>(desk: PostDesk, field: F) {
  const value = useDeskState(desk, ({ words }) => words[field]);
  const write = (next: PostWords[F]) => desk.write({ [field]: next });
  return [value, write] as const;
}
