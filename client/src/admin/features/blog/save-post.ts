import { sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import { pickFields } from '@/admin/kit/form/merge-edits';
import { notOneRow, oneRow, batchRequest } from '@/admin/kit/rows/batch-request';
import { updateUnlessChanged } from '@/admin/kit/rows/write-unless-changed';
import { oneOf } from '@/admin/kit/rows/row-calls';
import { storedPost, type StoredPost } from './load-post';
import { textsToSend, valuesToSend, type PostField, type PostValues } from './post-values';

/**
 * Creates the post. Idempotent: if an earlier attempt succeeded without its response arriving, the post is
 * updated.
 */
export async function insertPost(id: string, values: PostValues): Promise<StoredPost> {
  const client = await sb();
  const row = { id, ...valuesToSend(values) };
  const answer = await client.from('blog_posts').insert(row).select('*').single();
  if (answer.error?.code === '23505' && answer.error.message.includes('_pkey')) {
    const made = await client
      .from('blog_posts')
      .update(valuesToSend(values))
      .eq('id', id)
      .select('*');
    return storedPost(oneOf(unwrap(made)));
  }
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return storedPost(answer.data);
}

/** Updates fields of a post. Throws a Failure, also if somebody else has changed them: see isOverwrite. */
export async function updatePost(
  { row }: StoredPost,
  values: PostValues,
  fields: readonly PostField[],
): Promise<StoredPost> {
  const change = pickFields(valuesToSend(values), fields);
  return storedPost(await updateUnlessChanged('blog_posts', row, change));
}

type WrittenRow = { id: string; updated_at: string; published_at: string | null };

// Without zod, whose 8 kB would delay the editor.
const isWrittenRow = (row: unknown): row is WrittenRow =>
  typeof row === 'object' &&
  row !== null &&
  'id' in row &&
  typeof row.id === 'string' &&
  'updated_at' in row &&
  typeof row.updated_at === 'string' &&
  'published_at' in row &&
  (row.published_at === null || typeof row.published_at === 'string');

/**
 * Updates a published post and deletes its draft copy in one transaction. Null if one of them was changed
 * meanwhile.
 */
export async function publishCopy(
  id: string,
  known: CopyStamp,
  values: PostValues,
): Promise<StoredPost | null> {
  const at = (instant: string) => `updated_at=eq.${encodeURIComponent(instant)}`;
  try {
    const [row] = await batchRequest([
      {
        method: 'PATCH',
        path: `/blog_posts?id=eq.${id}&${at(known.basedOn)}`,
        headers: oneRow,
        body: valuesToSend(values),
      },
      {
        method: 'DELETE',
        path: `/blog_post_copies?post_id=eq.${id}&${at(known.updatedAt)}&select=post_id`,
        headers: oneRow,
      },
    ]);
    if (!isWrittenRow(row)) throw new TypeError('the written row is no post');
    return storedPost(row);
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code === notOneRow) return null;
    throw failure;
  }
}

export type CopyStamp = { updatedAt: string; basedOn: string };

/** Creates a draft copy; null if another user has created one. */
export async function insertCopy(
  postId: string,
  basedOn: string,
  values: PostValues,
): Promise<CopyStamp | null> {
  const client = await sb();
  const answer = await client
    .from('blog_post_copies')
    .insert({ post_id: postId, based_on: basedOn, words: textsToSend(values) })
    .select('updated_at, based_on')
    .single();
  if (answer.error?.code === '23505') return null;
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return { updatedAt: answer.data.updated_at, basedOn: answer.data.based_on };
}

/** Updates the draft copy if its version is the known one; null if it was changed or deleted. */
export async function updateCopy(
  postId: string,
  known: CopyStamp,
  values: PostValues,
): Promise<CopyStamp | null> {
  const client = await sb();
  const row: { updated_at: string; based_on: string } | null = unwrap(
    await client
      .from('blog_post_copies')
      .update({ words: textsToSend(values), based_on: known.basedOn })
      .eq('post_id', postId)
      .eq('updated_at', known.updatedAt)
      .select('updated_at, based_on')
      .maybeSingle(),
  );
  return row === null ? null : { updatedAt: row.updated_at, basedOn: row.based_on };
}

/** Deletes the draft copy, after publishing or discarding. A missing copy is no error. */
export async function deleteCopy(postId: string): Promise<void> {
  const client = await sb();
  const answer = await client.from('blog_post_copies').delete().eq('post_id', postId);
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
}
