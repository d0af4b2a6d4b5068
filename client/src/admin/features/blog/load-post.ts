import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { Loaded } from '@/admin/kit/autosave/edit-state';
import type { LastSave } from '@/admin/kit/form/conflict-panel';
import { mergeEdits, pickFields } from '@/admin/kit/form/merge-edits';
import { isRowId } from '@/admin/kit/row-id';
import {
  postFields,
  readValues,
  type PostRow,
  type PostStatus,
  type PostValues,
} from './post-values';
import type { CopyStamp } from './save-post';

/** A post as stored in blog_posts. */
export type StoredPost = {
  id: string;
  updatedAt: string;
  status: PostStatus;
  publishedAt: string | null;
  values: PostValues;
  /** The row as stored: a save compares with it. */
  row: Written;
};

/** The draft copy of a published post. */
type Copy = CopyStamp & { values: PostValues };

/** The stored post, undefined until it is created, and the version of its draft copy. */
export type PostRecord = { post: StoredPost | undefined; copy: CopyStamp | undefined };

export type LoadedPost = Loaded<PostValues, PostRecord>;

type Written = Pick<PostRow, 'id' | 'updated_at' | 'published_at'>;

export function storedPost(row: Written): StoredPost {
  const values = readValues(row);
  return {
    id: row.id,
    updatedAt: row.updated_at,
    status: values.status,
    publishedAt: row.published_at,
    values,
    row,
  };
}

type Saver = { full_name: string | null; email: string };
type CopyRow = { updated_at: string; based_on: string; words: unknown; saver: Saver | null };
type Revision = { author: string; changed_at: string };

const copyOf = (row: CopyRow, post: StoredPost): Copy => ({
  updatedAt: row.updated_at,
  basedOn: row.based_on,
  // A copy has no status and no date: they are the post's.
  values: {
    ...readValues(row.words, post.values),
    status: post.status,
    published_at: post.publishedAt,
  },
});

/** Loads a post with its draft copy; null if it does not exist. */
export async function loadPost(id: string): Promise<LoadedPost | null> {
  if (!isRowId(id)) return null;
  const client = await sb();
  const found: (PostRow & { copy: CopyRow | null; revisions: Revision[] }) | null = unwrap(
    await client
      .from('blog_posts')
      .select(
        `*, copy:blog_post_copies(updated_at, based_on, words, saver:admin_users(full_name, email)),
          revisions:blog_post_revisions(author, changed_at)`,
      )
      .eq('id', id)
      .order('id', { referencedTable: 'revisions', ascending: false })
      .limit(1, { referencedTable: 'revisions' })
      .maybeSingle(),
  );
  if (found === null) return null;
  const { copy: copyRow, revisions, ...row } = found;
  const post = storedPost(row);
  const copy = copyRow === null ? undefined : copyOf(copyRow, post);
  const lastSave = lastSaveOf(copyRow, revisions[0]);
  return {
    // A save of the copy will be based on the current version of the post.
    record: { post, copy: copy && { updatedAt: copy.updatedAt, basedOn: post.updatedAt } },
    saved: copy?.values ?? post.values,
    lastSave,
    ...(await mergedCopy(post, copy)),
  };
}

/** The later one of the last save of the copy and of the post. */
function lastSaveOf(copy: CopyRow | null, revision: Revision | undefined): LastSave | undefined {
  const ofPost = revision && { name: revision.author || null, at: revision.changed_at };
  if (copy === null) return ofPost;
  const isOfPost = ofPost !== undefined && Date.parse(ofPost.at) > Date.parse(copy.updated_at);
  const name = copy.saver === null ? null : copy.saver.full_name || copy.saver.email;
  return isOfPost ? ofPost : { name, at: copy.updated_at };
}

/** The copy merged with what was published after it was created; without a copy the post. */
async function mergedCopy(post: StoredPost, copy: Copy | undefined) {
  if (copy === undefined || copy.basedOn === post.updatedAt) {
    return { theirs: copy?.values ?? post.values, conflicts: {} };
  }
  const base = await valuesAt(post.id, copy.basedOn);
  const versions = { base, ours: copy.values, theirs: post.values };
  const { values, conflicts } = mergeEdits(versions, postFields);
  return { theirs: values, conflicts: pickFields(post.values, conflicts) };
}

/**
 * The published values at a time, from the revisions. Without that revision all differing fields conflict.
 */
async function valuesAt(postId: string, instant: string): Promise<PostValues> {
  const client = await sb();
  const rows = unwrap(
    await client
      .from('blog_post_revisions')
      .select('words')
      .eq('post_id', postId)
      .eq('changed_at', instant)
      .limit(1),
  );
  return readValues(rows[0]?.words);
}
