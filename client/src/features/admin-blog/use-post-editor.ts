import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadPost } from './load-post';
import { PostEditorStore } from './post-editor-store';

/**
 * The editor for an address: that of a post by its id, or a new one where there is none. A new post that
 * gets its id keeps its editor, and so do its words, their undo and the focus. `visit` tells one visit of
 * the address of new posts from the next.
 */
export function usePostEditor(id: string | undefined, visit: string) {
  const [current, setCurrent] = useState<{ store: PostEditorStore; visit: string }>();
  const isHere =
    current !== undefined && (id === undefined ? current.visit === visit : current.store.id === id);
  const answer = useQuery({
    queryKey: ['blog_posts', 'editor', id],
    queryFn: () => loadPost(id ?? ''),
    enabled: id !== undefined && !isHere,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (!isHere && id === undefined) setCurrent({ store: new PostEditorStore(), visit });
  const loaded = answer.isFetching ? undefined : answer.data;
  if (!isHere && loaded && loaded.post.id === id)
    setCurrent({ store: new PostEditorStore(loaded), visit });
  return {
    store: isHere ? current.store : undefined,
    isMissing: !isHere && loaded === null,
    error: isHere ? null : answer.error,
    retry: () => void answer.refetch(),
    /** Puts the words of a deleted post, which its editor left there, on a new one. */
    restart: () => setCurrent(undefined),
  };
}
