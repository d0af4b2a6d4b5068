import { sb } from '@/shared/api/client';
import { asFailure } from '@/shared/api/failures';

/*
 * A batch request: several requests in one transaction (POST / of the table API):
 *   const [post] = await batchRequest([
 *     { method: 'PATCH', path: '/blog_posts?id=eq.1', headers: oneRow, body: { … } },
 *     { method: 'DELETE', path: '/blog_post_copies?post_id=eq.1', headers: oneRow },
 *   ]);
 * Returns the body of each.
 */

export type BatchPart = {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the root of the API. */
  path: `/${string}`;
  headers?: Record<string, string>;
  body?: object;
};

/** Headers of a part that must change exactly one row and returns it. */
export const oneRow = {
  Accept: 'application/vnd.pgrst.object+json',
  Prefer: 'return=representation',
};

/** The error code of a part that matched no row or several. The whole batch is rolled back. */
export const notOneRow = 'PGRST116';

/** Sends the batch; throws a Failure if a part fails. */
export async function batchRequest(parts: readonly BatchPart[]): Promise<unknown[]> {
  const { url, fetch: send = fetch } = (await sb()).schema('public');
  const answer = await asked(() =>
    send(`${url}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(parts),
    }),
  );
  const results: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) throw asFailure(results, answer.status);
  return Array.isArray(results) ? results.map((part: { body?: unknown }) => part.body) : [];
}

async function asked(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    throw asFailure({ message: String(error), code: '' }, 0);
  }
}
