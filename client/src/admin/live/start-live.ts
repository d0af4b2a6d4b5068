import type { QueryClient } from '@tanstack/react-query';
import { followTables, type RowEvent } from '../../api/live';
import { allQueries, followedTables, queriesOf } from './followed-tables';
import { Batcher } from './batcher';
import { setConnectionState } from './connection-state';
import { refreshShown, type Touched } from './refresh-shown';
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
