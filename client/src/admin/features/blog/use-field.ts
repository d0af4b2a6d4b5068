import { useStore } from '@/shared/ui/store';
import type { PostEditorStore } from './post-editor-store';
import type { PostField, PostValues } from './post-values';

/** One field of the post with its setter. */
export function useField<F extends PostField>(store: PostEditorStore, field: F) {
  const value = useStore(store.store, ({ values }) => values[field]);
  const write = (next: PostValues[F]) => store.write({ [field]: next });
  return [value, write] as const;
}
