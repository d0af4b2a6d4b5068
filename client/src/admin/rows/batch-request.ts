import { sb } from '../../api/client';
import { asFailure } from '../../api/failures';

/*
 * Several requests in one transaction, as the table API of this program takes them (POST /):
 *   const [post] = await together([
 *     { method: 'PATCH', path: '/blog_posts?id=eq.1', headers: oneRow, body: { … } },
 *     { method: 'DELETE', path: '/blog_post_copies?post_id=eq.1', headers: oneRow },
 *   ]);
 * All of them or none. Gives the body of each.
 */

export type BatchPart = {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** From the API's root. */
  path: `/${string}`;
  headers?: Record<string, string>;
  body?: object;
};

/** Headers of a part that must change one row, and answers with it. */
export const oneRow = {
  Accept: 'application/vnd.pgrst.object+json',
  Prefer: 'return=representation',
};

/** Of a part that met no row, or more than the one that it wants. Nothing of the others was done. */
export const notOneRow = 'PGRST116';

/** Sends them; throws a Failure where one of them fails. */
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
