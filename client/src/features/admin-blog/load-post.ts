import { sb } from '../../api/client';
import { Failure, unwrap } from '../../api/failures';
import { isRowId } from '../../admin/row-id';
import { mergeTranslations } from './merge-translations';
import {
  readValues,
  type PostRow,
  type PostStatus,
  type PostValues,
  type PostField,
} from './post-values';

/** The row as readers and the list have it: when it was changed, and what it says. */
export type StoredPost = {
  id: string;
  updatedAt: string;
  status: PostStatus;
  publishedAt: string | null;
  words: PostValues;
};

/** The working copy of a published post. */
type Copy = { updatedAt: string; basedOn: string; words: PostValues };

/** A post as the server has it now. */
export type Loaded = {
  post: StoredPost;
  copy: Copy | undefined;
  /** What is written on: the copy with what was published past it, else the post. */
  working: PostValues;
  /** Fields that both the copy and what was published past it changed; in `working` the copy's. */
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
  // Status and date are the post's own: a copy says neither.
  words: {
    ...readValues(row.words, post.words),
    status: post.status,
    published_at: post.publishedAt,
  },
});

/** Reads a post with its working copy; null where there is none (any more). */
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

/** Somebody may have published past a working copy: what they wrote joins it. */
async function workingValues(post: StoredPost, copy: Copy | undefined) {
  if (copy === undefined || copy.basedOn === post.updatedAt) {
    return { working: copy?.words ?? post.words, conflicts: [] };
  }
  const base = await valuesAt(post.id, copy.basedOn);
  const { words, conflicts } = mergeTranslations(base, copy.words, post.words);
  return { working: words, conflicts };
}

/** What was published at an instant: a revision each. Without it all that differs has to be settled. */
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

/**
 * A change that met no row: the rights are gone, which hides the rows (a Failure), or the row is
 * another by now (returns).
 */
export async function assertAdmin(): Promise<void> {
  const client = await sb();
  if (!unwrap(await client.rpc('is_admin'))) {
    throw new Failure('refused', '', 'the caller is no admin');
  }
}
