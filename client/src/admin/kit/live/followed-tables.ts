import { entryOf, tablesWith } from '@/shared/api/tables';

/** The subscriptions, for api/live. */
export const followedTables = tablesWith('live').map((table) => ({
  table,
  columns: entryOf(table)?.live?.columns ?? [],
}));

/**
 * The query keys (first element) that may show a changed row of a table. A change of an audited table
 * always adds an entry to the log.
 */
export const queriesOf = (table: string): readonly string[] => [
  table,
  ...(entryOf(table)?.live?.alsoIn ?? []),
  'audit_log',
];

/** The query keys of all tables. */
export const allQueries: ReadonlySet<string> = new Set(
  followedTables.flatMap(({ table }) => queriesOf(table)),
);
