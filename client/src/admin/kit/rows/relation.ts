import type { SupabaseClient } from '@supabase/supabase-js';
import { sb } from '@/shared/api/client';
import { Failure, unwrap } from '@/shared/api/failures';
import type { Database } from '@/shared/api/database';
import type { Relation } from '@/shared/api/tables';

type Schema = Database['public'];
type Relations = Schema['Tables'] & Schema['Views'];

/** A row of it, as `select *` returns it. */
export type RowOf<R extends Relation> = Relations[R]['Row'];
export type ColumnOf<R extends Relation> = keyof RowOf<R> & string;

/** A query of a table or view whose name is a parameter. supabase-js infers rows from literal names: see rowsIn. */
export async function from(relation: Relation) {
  const client: Pick<SupabaseClient, 'from'> = await sb();
  return client.from(relation);
}

type Answer = Parameters<typeof unwrap<unknown>>[0];

/** The rows of an answer whose type supabase-js cannot infer. Throws a Failure. */
export const rowsIn = <Row>(answer: Answer): Row[] => unwrap(answer) as Row[]; // the caller has selected these columns

/**
 * Row-level security hides rows that the caller may not change: a change of no row is a refusal without an
 * error.
 */
export function oneOf<T>(changed: readonly T[]): T {
  const [row] = changed;
  if (row === undefined) throw new Failure('refused', '', 'no row was changed');
  return row;
}
