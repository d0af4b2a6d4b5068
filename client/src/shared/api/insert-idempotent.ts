import { sb } from './client';
import { asFailure, type ApiError } from './failures';
import type { Supabase } from './supabase';

type Answer = { error: ApiError | null; status?: number };

/**
 * Idempotent insert of a row whose id was made on this page. If the row exists, an earlier attempt was
 * stored although its response was lost. Do not add .select(): the role anon may insert and not read.
 * Throws a Failure.
 */
export async function insertIdempotent(
  insert: (client: Supabase) => PromiseLike<Answer>,
): Promise<void> {
  const { error, status } = await insert(await sb());
  if (error !== null && !isSameRow(error)) throw asFailure(error, status);
}

const isSameRow = ({ code, message }: ApiError) => code === '23505' && message.includes('_pkey');
