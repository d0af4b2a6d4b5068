import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadPost } from './load-post';
import { PostDesk } from './post-desk';

/**
 * The desk for an address: that of a post by its id, or a new one where there is none. A new post that
 * gets its id keeps its desk, and so do its words, their undo and the focus. `visit` tells one visit of
 * the address of new posts from the next.
 */
export function usePostOnDesk(id: string | undefined, visit: string) {
  const [kept, keep] = useState<{ desk: PostDesk; visit: string }>();
  const isHere =
    kept !== undefined && (id === undefined ? kept.visit === visit : kept.desk.id === id);
  const answer = useQuery({
    queryKey: ['blog_posts', 'desk', id],
    queryFn: () => loadPost(id ?? ''),
    enabled: id !== undefined && !isHere,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (!isHere && id === undefined) keep({ desk: new PostDesk(), visit });
  const loaded = answer.isFetching ? undefined : answer.data;
  if (!isHere && loaded && loaded.post.id === id) keep({ desk: new PostDesk(loaded), visit });
  return {
    desk: isHere ? kept.desk : undefined,
    isMissing: !isHere && loaded === null,
    error: isHere ? null : answer.error,
    retry: () => void answer.refetch(),
    /** Puts the words of a deleted post, which its desk left there, on a new one. */
    renew: () => keep(undefined),
  };
}
