import { sb } from '@/api/client';
import { unwrap } from '@/api/failures';
import { sessionStore } from '@/ui/storage';
import type { Post } from './post';

const keyOf = (id: string) => `post-read:${id}`;

/**
 * Counts a view of a post, once per session. The database increments its own value, whatever is sent.
 * A failure is only logged and not retried, because an interrupted request may have counted.
 */
export async function countView({ id, view_count: count }: Pick<Post, 'id' | 'view_count'>) {
  if (!isFirstView(id)) return;
  try {
    const client = await sb();
    unwrap(
      await client
        .from('blog_posts')
        .update({ view_count: count + 1 })
        .eq('id', id),
    );
  } catch (error) {
    console.warn('The view was not counted.', error);
  }
}

// Set before the request, so that a second effect (StrictMode) does not count. Without storage nothing
// is counted, because repeated views cannot be detected.
const isFirstView = (id: string): boolean =>
  sessionStore.readText(keyOf(id)) === null && sessionStore.writeText(keyOf(id), 'yes');
