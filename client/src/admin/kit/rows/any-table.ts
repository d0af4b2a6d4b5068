import type { SupabaseClient } from '@supabase/supabase-js';
import { sb } from '@/shared/api/client';
import { Failure } from '@/shared/api/failures';
import type { Database } from '@/shared/api/database';
import type { Relation, Table } from '@/shared/api/tables';

type Schema = Database['public'];
type Relations = Schema['Tables'] & Schema['Views'];

/** A row of it, as `select *` returns it. */
export type RowOf<R extends Relation> = Relations[R]['Row'];
export type InsertOf<T extends Table> = Schema['Tables'][T]['Insert'];
export type UpdateOf<T extends Table> = Schema['Tables'][T]['Update'];
export type ColumnOf<R extends Relation> = keyof RowOf<R> & string;

/**
 * The client without table types: the types of supabase-js need a literal table name, not a parameter. The
 * hooks of this folder are typed by the table.
 */
export const anyTable = async (): Promise<Pick<SupabaseClient, 'from' | 'rpc'>> => sb();

/**
 * Row-level security hides rows that the caller may not change: a change of no row is a refusal without an
 * error.
 */
export function oneOf<T>(changed: readonly T[]): T {
  const [row] = changed;
  if (row === undefined) throw new Failure('refused', '', 'no row was changed');
  return row;
}
