import { sb } from '@/api/client';
import { unwrap } from '@/api/failures';
import { isRowId } from '@/admin/row-id';
import { mergeTranslations } from './merge-translations';
import {
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
  };
}

type CopyRow = { updated_at: string; based_on: string; words: unknown };

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
  const row: (PostRow & { copy: CopyRow | null }) | null = unwrap(
    await client
      .from('blog_posts')
      .select('*, copy:blog_post_copies(updated_at, based_on, words)')
      .eq('id', id)
      .maybeSingle(),
  );
  if (row === null) return null;
  const post = storedPost(row);
  const copy = row.copy === null ? undefined : copyOf(row.copy, post);
  return { post, copy, ...(await workingValues(post, copy)) };
}

/** Merges changes that were published after the copy was created. */
async function workingValues(post: StoredPost, copy: Copy | undefined) {
  if (copy === undefined || copy.basedOn === post.updatedAt) {
    return { working: copy?.words ?? post.words, conflicts: [] };
  }
  const base = await valuesAt(post.id, copy.basedOn);
  const { words, conflicts } = mergeTranslations(base, copy.words, post.words);
  return { working: words, conflicts };
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
