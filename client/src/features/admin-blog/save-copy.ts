import { sb } from '../../api/client';
import { asFailure, unwrap } from '../../api/failures';
import { textsToSend, type PostValues } from './post-values';

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
