import { sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import { withFilters } from '@/admin/kit/rows/filters';
import { columnOf, isDescending } from '@/admin/kit/rows/use-page-of-rows';
import { orderColumns, type Order, type OrderFlag } from './order-flag';
import { orderConditions, type OrderView } from './order-view';

/** An action on many orders. */
export type BulkAction =
  | { kind: 'mark'; flag: OrderFlag; value: boolean }
  | { kind: 'cancel'; reason: string; mail: boolean };

/** The reasons why an order was not changed. */
export const reasons = ['same', 'sent', 'ended', 'changed', 'gone', 'left', 'failed'] as const;
const outcomes = ['done', ...reasons] as const;
type Outcome = (typeof outcomes)[number];
export type OrderOutcome = { id: string; number: string; outcome: Outcome };

type Viewed = Pick<OrderView, 'search' | 'filters' | 'sort'>;

type Orders = {
  ids: readonly string[];
  /** The view that the orders must still match; undefined where each was selected by hand. */
  view: Viewed | undefined;
};

export type Progress = { done: number; total: number };

// Bounds the URL, which has the ids, and the time that a change holds its locks.
const batchSize = 100;

export const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batchSize) }, (_, at) =>
    all.slice(at * batchSize, (at + 1) * batchSize),
  );

type Conditions = ReturnType<typeof orderConditions>;
const anyOrder: Conditions = { filters: [], folded: [] };

/** The orders with these ids, at most a batch. Throws a Failure. */
export async function fetchOrders(
  ids: readonly string[],
  sort: string,
  signal: AbortSignal,
): Promise<Order[]> {
  const client = await sb();
  const ascending = !isDescending(sort);
  const answer = await client
    .from('book_order_search')
    .select(orderColumns)
    .in('id', [...ids])
    .order(columnOf(sort), { ascending })
    .order('id', { ascending })
    .abortSignal(signal);
  return unwrap(answer);
}

/**
 * Changes orders in batches, each in one transaction. An order is left where it does not match the view any
 * more, or where somebody has changed it since the batch was read. A batch that fails does not stop the next;
 * `signal` does.
 */
export async function changeOrders(
  action: BulkAction,
  { ids, view }: Orders,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<{ outcomes: OrderOutcome[]; error: unknown }> {
  const found: OrderOutcome[] = [];
  let error: unknown;
  for (const batch of batchesOf(ids)) {
    if (signal.aborted) break;
    try {
      // Sequential, so that the progress is true and the database is not flooded.
      // oxlint-disable-next-line no-await-in-loop
      found.push(...(await changeBatch(action, batch, view)));
    } catch (reason) {
      error = reason;
      found.push(...batch.map((id) => ({ id, number: '', outcome: 'failed' as const })));
    }
    onProgress({ done: found.length, total: ids.length });
  }
  return { outcomes: found, error };
}

async function changeBatch(
  action: BulkAction,
  ids: readonly string[],
  view: Viewed | undefined,
): Promise<OrderOutcome[]> {
  const client = await sb();
  const all = client
    .from('book_order_search')
    .select('id, order_number, updated_at')
    .in('id', [...ids]);
  const { filters, folded } = view === undefined ? anyOrder : orderConditions(view);
  const known = unwrap(
    await withFilters<'book_order_search', typeof all>(all, [...filters, ...folded])
      .order('created_at')
      .order('id'),
  );
  const orders = known.map(({ id, updated_at: time }) => ({ id, known: time }));
  const answer =
    action.kind === 'mark'
      ? await client.rpc('mark_orders', { orders, flag: action.flag, value: action.value })
      : await client.rpc('cancel_orders', { orders, reason: action.reason, mail: action.mail });
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  const said = new Map(answer.data.map(({ id, outcome }) => [id, outcome]));
  const numbers = new Map(known.map(({ id, order_number: number }) => [id, number]));
  return ids.map((id) => ({
    id,
    number: numbers.get(id) ?? '',
    outcome: numbers.has(id)
      ? (outcomes.find((outcome) => outcome === said.get(id)) ?? 'failed')
      : 'left',
  }));
}
