import { useSyncExternalStore } from 'react';
import type { EditorState } from './editor-state';
import type { PostEditorStore } from './post-editor-store';
import type { PostWords, WordsField } from './post-words';

/** A part of a editor's state. `select` gives the same value for the same state. */
export const usePostEditorState = <T>(
  store: PostEditorStore,
  select: (state: EditorState) => T,
): T => useSyncExternalStore(store.subscribe, () => select(store.state()));

/** One field of the post and how to write it. */
export function useField<F extends WordsField>(store: PostEditorStore, field: F) {
  const value = usePostEditorState(store, ({ words }) => words[field]);
  const write = (next: PostWords[F]) => store.write({ [field]: next });
  return [value, write] as const;
}
