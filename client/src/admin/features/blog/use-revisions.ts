import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { readValues, type PostValues } from './post-values';
import { oneOf } from '@/admin/kit/rows/row-calls';

/** A revision in the list: author, status and time. */
export type Revision = { id: number; author: string; status: string; changed_at: string };

const pageSize = 20;

async function fetchRevisions(postId: string, before: number | null): Promise<Revision[]> {
  const client = await sb();
  let query = client
    .from('blog_post_revisions')
    .select('id, author, status, changed_at')
    .eq('post_id', postId);
  if (before !== null) query = query.lt('id', before);
  return unwrap(await query.order('id', { ascending: false }).limit(pageSize));
}

/** The revisions of a post, the latest first, a page at a time. */
export const useRevisions = (postId: string) =>
  useInfiniteQuery({
    queryKey: ['blog_post_revisions', postId],
    queryFn: ({ pageParam }) => fetchRevisions(postId, pageParam),
    initialPageParam: noOlder(),
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.id ?? null)),
    staleTime: 0,
  });

const noOlder = (): number | null => null;

async function fetchValues(id: number): Promise<PostValues> {
  const client = await sb();
  const rows = unwrap(await client.from('blog_post_revisions').select('words').eq('id', id));
  return readValues(oneOf(rows).words);
}

/** The values of one revision. */
export const useRevisionValues = (id: number | undefined) =>
  useQuery({
    queryKey: ['blog_post_revisions', 'words', id],
    queryFn: () => fetchValues(id ?? 0),
    enabled: id !== undefined,
    staleTime: 0,
  });
