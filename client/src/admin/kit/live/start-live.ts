import type { QueryClient, Query } from '@tanstack/react-query';
import { followTables, type RowEvent } from '@/shared/api/live';
import { Batcher } from './batcher';
import { connectionState } from './connection-state';
import { whenNoMutations } from './when-no-mutations';
import { entryOf, tablesWith } from '@/shared/api/tables';

/** `everything` after each (re)connection: the changes before it are not known. */
type LiveEvent = RowEvent | 'everything';

type Listeners = {
  /** Gets all changes in batches, after the mutations of this window have their responses. */
  onEvents: (events: readonly RowEvent[]) => void;
  /** Called after a batch that has removed rows of a list. */
  onRowsLost: () => void;
};

/** Keeps the queries of the back-office up to date by realtime, until the returned function is called. */
export function startLive(queries: QueryClient, { onEvents, onRowsLost }: Listeners): () => void {
  const process = async (events: LiveEvent[]) => {
    onEvents(events.filter((each) => each !== 'everything'));
    if (await refreshShown(queries, touchedBy(events))) onRowsLost();
  };
  const batcher = new Batcher<LiveEvent>(process, { ready: () => whenNoMutations(queries) });
  const leave = followTables(followedTables, {
    onEvent: batcher.add,
    onLive: (isLive) => {
      connectionState.set(isLive ? 'live' : 'disconnected');
      if (isLive) batcher.add('everything');
    },
  });
  return () => {
    leave();
    batcher.stop();
    connectionState.set('starting');
  };
}

/** The changed rows of a batch, by query key. */
export function touchedBy(events: readonly LiveEvent[]): Touched {
  if (events.includes('everything')) return new Map([...allQueries].map((place) => [place, 'all']));
  const touched = new Map<string, Set<string>>();
  for (const event of events) {
    if (event === 'everything') continue;
    for (const place of queriesOf(event.table)) {
      const ids = touched.get(place) ?? new Set();
      idsIn(event).forEach((id) => ids.add(id));
      touched.set(place, ids);
    }
  }
  return touched;
}

// A draft copy is shown with its post, a speaking inquiry with its contact message.
const keys = ['id', 'key', 'post_id', 'contact_submission_id'];

const idsIn = ({ row }: RowEvent): string[] =>
  keys.flatMap((key) => (typeof row[key] === 'string' ? [row[key]] : []));

/** The ids of the changed rows, by query key; `all` if they are not known. */
type Touched = ReadonlyMap<string, ReadonlySet<string> | 'all'>;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * For a list that does not reorder while it is read: refetches rows by their ids and replaces them in
       * place.
       */
      refetchRows?: (ids: ReadonlySet<string> | 'all') => Promise<void>;
    };
  }
}

/**
 * Invalidates the queries of the changed rows: active ones are refetched, others when they are used again.
 * Resolves after the responses, to whether a list has lost rows. The screens show failures.
 */
async function refreshShown(queries: QueryClient, touched: Touched): Promise<boolean> {
  const isTouched = ({ queryKey: [place] }: Query) => touched.has(String(place));
  const all = queries.getQueryCache().findAll({ predicate: isTouched });
  const retained = new Set(all.filter(isRetained));
  const before = all.map(rowCount);
  await Promise.all([
    ...[...retained].map((query) => refetch(query, touched)),
    queries.invalidateQueries({ predicate: (query) => isTouched(query) && !retained.has(query) }),
  ]);
  return all.some((query, at) => rowCount(query) < (before[at] ?? 0));
}

/** The number of rows of a list; 0 for any other query. */
function rowCount({ state: { data } }: Query): number {
  if (Array.isArray(data)) return data.length;
  const isPage = typeof data === 'object' && data !== null && 'rows' in data;
  return isPage && Array.isArray(data.rows) ? data.rows.length : 0;
}

// A query that is fetching has no list to update yet.
const isRetained = (query: Query) =>
  query.meta?.refetchRows !== undefined &&
  query.isActive() &&
  query.state.data !== undefined &&
  query.state.fetchStatus === 'idle';

async function refetch(query: Query, touched: Touched): Promise<void> {
  const ids = touched.get(String(query.queryKey[0]));
  if (ids !== undefined) await query.meta?.refetchRows?.(ids);
}

/** The subscriptions, for api/live. */
const followedTables = tablesWith('live').map((table) => ({
  table,
  columns: entryOf(table)?.live?.columns ?? [],
}));

/**
 * The query keys (first element) that may show a changed row of a table. A change of an audited table
 * always adds an entry to the log.
 */
const queriesOf = (table: string): readonly string[] => [
  table,
  ...(entryOf(table)?.live?.alsoIn ?? []),
  'audit_log',
];

/** The query keys of all tables. */
const allQueries: ReadonlySet<string> = new Set(
  followedTables.flatMap(({ table }) => queriesOf(table)),
);
