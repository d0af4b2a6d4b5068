import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { sessionStore } from '../../ui/storage';
import type { Post } from './post';

const keyOf = (id: string) => `post-read:${id}`;

/**
 * Counts one view of a post, once per session however often it is opened. The database adds one to what
 * it has, whatever is sent. A count that fails is no loss to the reader: it is told to the console only,
 * and not made up for, since a call that was cut off may have counted.
 */
export async function countView({ id, view_count: seen }: Pick<Post, 'id' | 'view_count'>) {
  if (!claim(id)) return;
  try {
    const client = await sb();
    unwrap(
      await client
        .from('blog_posts')
        .update({ view_count: seen + 1 })
        .eq('id', id),
    );
  } catch (error) {
    console.warn('The view was not counted.', error);
  }
}

// Claimed before the call, so that a second one on its heels (StrictMode's) is none. Without storage
// the first time could not be told from the tenth: nothing is counted then.
const claim = (id: string): boolean =>
  sessionStore.readText(keyOf(id)) === null && sessionStore.writeText(keyOf(id), 'yes');
