import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { LastSave } from '@/admin/kit/form/conflict-panel';
import { mergeEdits } from '@/admin/kit/form/merge-edits';
import { isRowId } from '@/admin/kit/row-id';
import {
  mergedFields,
  readValues,
  type PostRow,
  type PostStatus,
  type PostValues,
  type PostField,
} from './post-values';

/** A post as stored in blog_posts. */
export type StoredPost = {
  id: string;
  updatedAt: string;
  status: PostStatus;
  publishedAt: string | null;
  words: PostValues;
  /** The row as stored: a save compares with it. */
  row: Written;
};

/** The draft copy of a published post. */
type Copy = { updatedAt: string; basedOn: string; words: PostValues };

/** A post and its draft copy, as loaded. */
export type Loaded = {
  post: StoredPost;
  copy: Copy | undefined;
  /** The values to edit: the copy merged with later changes of the post, else the post. */
  working: PostValues;
  /** Fields changed both in the copy and later in the post; `working` has the copy's. */
  conflicts: PostField[];
  /** The last save of the post or of its copy. */
  lastSave: LastSave | undefined;
};

type Written = Pick<PostRow, 'id' | 'updated_at' | 'published_at'>;

export function storedPost(row: Written): StoredPost {
  const words = readValues(row);
  return {
    id: row.id,
    updatedAt: row.updated_at,
    status: words.status,
    publishedAt: row.published_at,
    words,
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
  words: {
    ...readValues(row.words, post.words),
    status: post.status,
    published_at: post.publishedAt,
  },
});

/** Loads a post with its draft copy; null if it does not exist. */
export async function loadPost(id: string): Promise<Loaded | null> {
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
  return { post, copy, lastSave, ...(await workingValues(post, copy)) };
}

/** The later one of the last save of the copy and of the post. */
function lastSaveOf(copy: CopyRow | null, revision: Revision | undefined): LastSave | undefined {
  const ofPost = revision && { name: revision.author || null, at: revision.changed_at };
  if (copy === null) return ofPost;
  const isOfPost = ofPost !== undefined && Date.parse(ofPost.at) > Date.parse(copy.updated_at);
  const name = copy.saver === null ? null : copy.saver.full_name || copy.saver.email;
  return isOfPost ? ofPost : { name, at: copy.updated_at };
}

/** Merges changes that were published after the copy was created. */
async function workingValues(post: StoredPost, copy: Copy | undefined) {
  if (copy === undefined || copy.basedOn === post.updatedAt) {
    return { working: copy?.words ?? post.words, conflicts: [] };
  }
  const base = await valuesAt(post.id, copy.basedOn);
  const versions = { base, ours: copy.words, theirs: post.words };
  const { values, conflicts } = mergeEdits(versions, mergedFields);
  return { working: values, conflicts };
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
