import type { Database } from './database';

type Tables = Database['public']['Tables'];

/** A row as `select *` returns it. */
export type Row<T extends keyof Tables> = Tables[T]['Row'];
/** What an insert takes: columns with a default may be left out. */
export type Insert<T extends keyof Tables> = Tables[T]['Insert'];
/** What an update takes. */
export type Update<T extends keyof Tables> = Tables[T]['Update'];
