import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { sessionStore } from '@/shared/api/storage';
import type { Post } from '@/shared/article/post';

/** More than any count: the database adds one to its own. A page has no count, since its HTML would change with it. */
const more = 2_147_483_647;

const keyOf = (id: string) => `post-read:${id}`;

/**
 * Counts a view of a post, once per session. The database increments its own value, whatever is sent.
 * A failure is only logged and not retried, because an interrupted request may have counted.
 */
export async function countView({ id }: Pick<Post, 'id'>) {
  if (!isFirstView(id)) return;
  try {
    const client = await sb();
    unwrap(await client.from('blog_posts').update({ view_count: more }).eq('id', id));
  } catch (error) {
    console.warn('The view was not counted.', error);
  }
}

// Set before the request, so that a second effect (StrictMode) does not count. Without storage nothing
// is counted, because repeated views cannot be detected.
const isFirstView = (id: string): boolean =>
  sessionStore.readText(keyOf(id)) === null && sessionStore.writeText(keyOf(id), 'yes');
