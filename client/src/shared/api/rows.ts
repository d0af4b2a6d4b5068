import type { Database } from './database';
import type { Relation, Table } from './tables';

type Schema = Database['public'];

/** A row of a table or a view, as `select *` returns it. */
export type Row<R extends Relation> = (Schema['Tables'] & Schema['Views'])[R]['Row'];
/** The name of a column of it. */
export type ColumnOf<R extends Relation> = keyof Row<R> & string;
/** Values of an insert: columns with a default may be left out. */
export type Insert<T extends Table> = Schema['Tables'][T]['Insert'];
/** Values of an update. */
export type Update<T extends Table> = Schema['Tables'][T]['Update'];
