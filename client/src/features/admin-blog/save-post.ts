import * as z from 'zod/mini';
import { sb } from '../../api/client';
import { asFailure, unwrap } from '../../api/failures';
import { oneOf } from '../../admin/rows/any-table';
import { notOneRow, oneRow, batchRequest } from '../../admin/rows/batch-request';
import { storedPost, type StoredPost } from './load-post';
import { textsToSend, valuesToSend, type PostRow, type PostValues } from './post-values';

/** Makes the post. An earlier attempt whose answer was lost made it already: then it is brought up to date. */
export async function insertPost(id: string, words: PostValues): Promise<StoredPost> {
  const client = await sb();
  const row = { id, ...valuesToSend(words) };
  const answer = await client.from('blog_posts').insert(row).select('*').single();
  if (answer.error?.code === '23505' && answer.error.message.includes('_pkey')) {
    const made = await client
      .from('blog_posts')
      .update(valuesToSend(words))
      .eq('id', id)
      .select('*');
    return storedPost(oneOf(unwrap(made)));
  }
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return storedPost(answer.data);
}

/** What of a post is written: all, or the texts alone while one types. */
type Extent = 'all' | 'texts';

/**
 * Writes a post as long as it is still the one that was read: `known` is its updated_at then.
 * Null where it is another by now, or gone.
 */
export async function updatePost(
  id: string,
  known: string,
  words: PostValues,
  extent: Extent,
): Promise<StoredPost | null> {
  const client = await sb();
  const change = extent === 'all' ? valuesToSend(words) : textsToSend(words);
  const row: PostRow | null = unwrap(
    await client
      .from('blog_posts')
      .update(change)
      .eq('id', id)
      .eq('updated_at', known)
      .select('*')
      .maybeSingle(),
  );
  return row === null ? null : storedPost(row);
}

const writtenRow = z.looseObject({
  id: z.string(),
  updated_at: z.string(),
  published_at: z.nullable(z.string()),
});

/**
 * Writes all of a published post and ends its working copy: both or neither. Null where one of them is
 * another by now: then somebody's words are in it that ours do not have.
 */
export async function publishCopy(
  id: string,
  known: CopyStamp,
  words: PostValues,
): Promise<StoredPost | null> {
  const at = (instant: string) => `updated_at=eq.${encodeURIComponent(instant)}`;
  try {
    const [row] = await batchRequest([
      {
        method: 'PATCH',
        path: `/blog_posts?id=eq.${id}&${at(known.basedOn)}`,
        headers: oneRow,
        body: valuesToSend(words),
      },
      {
        method: 'DELETE',
        path: `/blog_post_copies?post_id=eq.${id}&${at(known.updatedAt)}&select=post_id`,
        headers: oneRow,
      },
    ]);
    return storedPost(z.parse(writtenRow, row));
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code === notOneRow) return null;
    throw failure;
  }
}

export type CopyStamp = { updatedAt: string; basedOn: string };

/** Begins a working copy; null where somebody else has begun one. */
export async function insertCopy(
  postId: string,
  basedOn: string,
  words: PostValues,
): Promise<CopyStamp | null> {
  const client = await sb();
  const answer = await client
    .from('blog_post_copies')
    .insert({ post_id: postId, based_on: basedOn, words: textsToSend(words) })
    .select('updated_at, based_on')
    .single();
  if (answer.error?.code === '23505') return null;
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return { updatedAt: answer.data.updated_at, basedOn: answer.data.based_on };
}

/** Writes on in the copy as long as it is the one that was read; null where it is another by now, or gone. */
export async function updateCopy(
  postId: string,
  known: CopyStamp,
  words: PostValues,
): Promise<CopyStamp | null> {
  const client = await sb();
  const row: { updated_at: string; based_on: string } | null = unwrap(
    await client
      .from('blog_post_copies')
      .update({ words: textsToSend(words), based_on: known.basedOn })
      .eq('post_id', postId)
      .eq('updated_at', known.updatedAt)
      .select('updated_at, based_on')
      .maybeSingle(),
  );
  return row === null ? null : { updatedAt: row.updated_at, basedOn: row.based_on };
}

/** Takes the copy away: what it said is published, or discarded. One that is gone already is no loss. */
export async function deleteCopy(postId: string): Promise<void> {
  const client = await sb();
  const answer = await client.from('blog_post_copies').delete().eq('post_id', postId);
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
}
