import { sb } from '../../api/client';
import { Failure, unwrap } from '../../api/failures';
import { readWords, type PostRow, type PostStatus, type PostWords } from './post-words';

/** The row as readers and the list have it: when it was changed, and what it says. */
export type Kept = {
  id: string;
  updatedAt: string;
  status: PostStatus;
  publishedAt: string | null;
  words: PostWords;
};

/** The working copy of a published post. */
type Copy = { updatedAt: string; basedOn: string; words: PostWords };

/** A post as the server has it now. */
export type Loaded = { post: Kept; copy: Copy | undefined };

export function keptOf(row: PostRow): Kept {
  const words = readWords(row);
  return {
    id: row.id,
    updatedAt: row.updated_at,
    status: words.status,
    publishedAt: row.published_at,
    words,
  };
}

type CopyRow = { updated_at: string; based_on: string; words: unknown };

const copyOf = (row: CopyRow, post: Kept): Copy => ({
  updatedAt: row.updated_at,
  basedOn: row.based_on,
  // Status and date are the post's own: a copy says neither.
  words: {
    ...readWords(row.words, post.words),
    status: post.status,
    published_at: post.publishedAt,
  },
});

/** Reads a post with its working copy; null where there is none (any more). */
export async function loadPost(id: string): Promise<Loaded | null> {
  const client = await sb();
  const row: (PostRow & { copy: CopyRow | null }) | null = unwrap(
    await client
      .from('blog_posts')
      .select('*, copy:blog_post_copies(updated_at, based_on, words)')
      .eq('id', id)
      .maybeSingle(),
  );
  if (row === null) return null;
  const post = keptOf(row);
  return { post, copy: row.copy === null ? undefined : copyOf(row.copy, post) };
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
