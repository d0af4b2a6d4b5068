import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/failures';
import { whenNoMutations } from '@/admin/kit/live/when-no-mutations';
import type { Relation } from '@/shared/api/tables';
import { sb } from '@/shared/api/client';
import { selectRows } from './row-calls';

type Columns = Record<string, unknown>;
type Page = { rows: Columns[]; total: number };

type Where = {
  /** The key of the cached page. */
  queryKey: QueryKey;
  relation: Relation;
  /** The columns of the page; defaults to all. */
  select?: string | undefined;
};

/**
 * Refetches some rows of a cached page and replaces each in place, even if it no longer matches the filter,
 * so that rows do not move. A deleted row is removed.
 */
export async function refetchRows(
  queries: QueryClient,
  where: Where,
  changed: ReadonlySet<string> | 'all',
): Promise<void> {
  await whenNoMutations(queries);
  const { rows = [] } = queries.getQueryData<Page>(where.queryKey) ?? {};
  const ids = rows
    .map((row) => String(row['id']))
    .filter((id) => changed === 'all' || changed.has(id));
  if (ids.length === 0) return;
  const rowsNow = selectRows(await sb(), where.relation, where.select).in('id', ids);
  const fresh = unwrap(await rowsNow);
  // An optimistic update made meanwhile is newer than the response.
  if (queries.isMutating() > 0) return refetchRows(queries, where, changed);
  queries.setQueryData<Page>(where.queryKey, (page) => page && withRows(page, ids, fresh));
  return undefined;
}

function withRows(page: Page, asked: readonly string[], fresh: readonly Columns[]): Page {
  const byId = new Map(fresh.map((row) => [row['id'], row]));
  const isDeleted = ({ id }: Columns) => asked.includes(String(id)) && !byId.has(id);
  const rows = page.rows.filter((row) => !isDeleted(row)).map((row) => byId.get(row['id']) ?? row);
  return { ...page, rows, total: page.total - (page.rows.length - rows.length) };
}
