import type { QueryClient, Query } from '@tanstack/react-query';
import { followTables, type RowEvent } from '../../api/live';
import { allQueries, followedTables, queriesOf } from './followed-tables';
import { Batcher } from './batcher';
import { setConnectionState } from './connection-state';
import { whenNoMutations } from './when-no-mutations';

/** Once the line stands (again) nobody knows what was missed before. */
type LiveEvent = RowEvent | 'everything';

/**
 * Keeps what the back-office shows as the server has it, until the returned function is called. `onEvents` hears
 * of every change as well, in batches, once what this window is just changing has its answer.
 */
export function startLive(
  queries: QueryClient,
  onEvents: (events: readonly RowEvent[]) => void,
): () => void {
  const process = (events: LiveEvent[]) => {
    onEvents(events.filter((each) => each !== 'everything'));
    return refreshShown(queries, touchedBy(events));
  };
  const batcher = new Batcher<LiveEvent>(process, { ready: () => whenNoMutations(queries) });
  const leave = followTables(followedTables, {
    onEvent: batcher.add,
    onLive: (isLive) => {
      setConnectionState(isLive ? 'live' : 'disconnected');
      if (isLive) batcher.add('everything');
    },
  });
  return () => {
    leave();
    batcher.stop();
    setConnectionState('starting');
  };
}

/** Which rows a batch is about, and where they show. */
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

// A working copy is shown with its post, a talk with the message that it was made of.
const keys = ['id', 'key', 'post_id', 'contact_submission_id'];

const idsIn = ({ row }: RowEvent): string[] =>
  keys.flatMap((key) => (typeof row[key] === 'string' ? [row[key]] : []));

/** The ids of rows that changed, by where they show; `all` where that is not known. */
type Touched = ReadonlyMap<string, ReadonlySet<string> | 'all'>;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * For a list that holds still while it is read: asks for rows of it anew, by their ids, and puts
       * them where they were.
       */
      refetchRows?: (ids: ReadonlySet<string> | 'all') => Promise<void>;
    };
  }
}

/**
 * Asks anew for all that is on the screen of what was touched; what is not shows it when it is looked at
 * again. Ends when the answers are here. A failure is the screen's to show, as of any question.
 */
async function refreshShown(queries: QueryClient, touched: Touched): Promise<void> {
  const isTouched = ({ queryKey: [place] }: Query) => touched.has(String(place));
  const all = queries.getQueryCache().findAll({ predicate: isTouched });
  const retained = new Set(all.filter(isRetained));
  await Promise.all([
    ...[...retained].map((query) => refetch(query, touched)),
    queries.invalidateQueries({ predicate: (query) => isTouched(query) && !retained.has(query) }),
  ]);
}

// One whose answer is on its way is no list yet.
const isRetained = (query: Query) =>
  query.meta?.refetchRows !== undefined &&
  query.isActive() &&
  query.state.data !== undefined &&
  query.state.fetchStatus === 'idle';

async function refetch(query: Query, touched: Touched): Promise<void> {
  const ids = touched.get(String(query.queryKey[0]));
  if (ids !== undefined) await query.meta?.refetchRows?.(ids);
}
