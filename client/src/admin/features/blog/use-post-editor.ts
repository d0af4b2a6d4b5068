import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadPost } from './load-post';
import { PostEditorStore } from './post-editor-store';

/**
 * The editor store for a URL: of a post by its id, or of a new post. A new post keeps its store when it
 * gets its id, with values, undo history and focus. `visit` distinguishes two visits of the URL for new
 * posts.
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
  if (!isHere && loaded && loaded.record.post?.id === id)
    setCurrent({ store: new PostEditorStore(loaded), visit });
  return {
    store: isHere ? current.store : undefined,
    isMissing: !isHere && loaded === null,
    error: isHere ? null : answer.error,
    retry: () => void answer.refetch(),
    /** Opens a new post, from the draft that a deleted post has left. */
    restart: () => setCurrent(undefined),
  };
}
