import type { QueryClient } from '@tanstack/react-query';
import type { Relation } from '@/shared/api/tables';

type Columns = Record<string, unknown>;

const isRow = (value: unknown): value is Columns => typeof value === 'object' && value !== null;

/** The cached row with an id, from any query; undefined if there is none. */
export function cachedRow(
  queries: QueryClient,
  relations: readonly Relation[],
  id: string,
): Columns | undefined {
  const answers = relations.flatMap((relation) => queries.getQueriesData({ queryKey: [relation] }));
  return answers.flatMap(([, answer]) => rowsIn(answer)).find((row) => row['id'] === id);
}

function rowsIn(answer: unknown): Columns[] {
  if (Array.isArray(answer)) return answer.filter(isRow);
  if (!isRow(answer)) return [];
  return Array.isArray(answer['rows']) ? answer['rows'].filter(isRow) : [answer];
}

/** Updates one row in all cached queries of these relations: lists, pages, single rows. */
export function changeCached(
  queries: QueryClient,
  relations: readonly Relation[],
  id: string,
  change: (row: Columns) => Columns,
): void {
  const each = (row: unknown) => (isRow(row) && row['id'] === id ? change(row) : row);
  eachAnswer(queries, relations, (rows) =>
    rows.some((row) => isRow(row) && row['id'] === id) ? rows.map(each) : rows,
  );
}

/** Removes one row from all cached lists of these relations. */
export function dropCached(queries: QueryClient, relations: readonly Relation[], id: string): void {
  eachAnswer(queries, relations, (rows) => rows.filter((row) => !isRow(row) || row['id'] !== id));
}

type MapRows = (rows: unknown[]) => unknown[];

function eachAnswer(queries: QueryClient, relations: readonly Relation[], map: MapRows): void {
  for (const relation of relations) {
    queries.setQueriesData<unknown>({ queryKey: [relation] }, (answer: unknown) =>
      inAnswer(answer, map),
    );
  }
}

/** Unchanged data stays the same object, so that nothing renders again. */
function inAnswer(answer: unknown, map: MapRows): unknown {
  if (Array.isArray(answer)) return map(answer);
  if (!isRow(answer)) return answer;
  if (!Array.isArray(answer['rows'])) return map([answer])[0] ?? null;
  const rows = map(answer['rows']);
  return rows === answer['rows'] ? answer : { ...answer, rows };
}

/**
 * Marks all queries of these relations as stale without a refetch; only the active counts are refetched.
 */
export async function refreshCounts(
  queries: QueryClient,
  relations: readonly Relation[],
): Promise<void> {
  await Promise.all(
    relations.map(async (relation) => {
      await queries.invalidateQueries({ queryKey: [relation], refetchType: 'none' });
      await queries.refetchQueries({ queryKey: [relation, 'count'], type: 'active' });
    }),
  );
}

/** Invalidates the queries of these relations; active ones are refetched. */
export async function refresh(queries: QueryClient, relations: readonly Relation[]): Promise<void> {
  await Promise.all(
    relations.map((relation) => queries.invalidateQueries({ queryKey: [relation] })),
  );
}

/** Cancels the requests of these relations: their rows would replace an optimistic update. */
export async function cancelFetches(
  queries: QueryClient,
  relations: readonly Relation[],
): Promise<void> {
  await Promise.all(relations.map((relation) => queries.cancelQueries({ queryKey: [relation] })));
}
