import { useStore } from '@/shared/ui/store';
import type { EditorState } from './editor-state';
import type { PostEditorStore } from './post-editor-store';
import type { PostValues, PostField } from './post-values';

/** Selects a part of the editor state. `select` must return the same value for the same state. */
export const usePostEditorState = <T>(
  store: PostEditorStore,
  select: (state: EditorState) => T,
): T => useStore(store.store, select);

/** One field of the post with its setter. */
export function useField<F extends PostField>(store: PostEditorStore, field: F) {
  const value = usePostEditorState(store, ({ words }) => words[field]);
  const write = (next: PostValues[F]) => store.write({ [field]: next });
  return [value, write] as const;
}
