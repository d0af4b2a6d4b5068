import { sb } from './client';
import { asFailure, type ApiError } from './failures';
import type { Supabase } from './supabase';

type Answer = { error: ApiError | null; status?: number };

/**
 * Writes a row that carries an id made on this page. A row with that id means that an earlier attempt
 * arrived although its answer did not: done. Never add .select(): visitors may write and not read.
 * Throws a Failure.
 */
export async function insertIdempotent(
  insert: (client: Supabase) => PromiseLike<Answer>,
): Promise<void> {
  const { error, status } = await insert(await sb());
  if (error !== null && !isSameRow(error)) throw asFailure(error, status);
}

const isSameRow = ({ code, message }: ApiError) => code === '23505' && message.includes('_pkey');
