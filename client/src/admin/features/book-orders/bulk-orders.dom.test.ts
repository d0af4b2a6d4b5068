import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageOf } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { changeOrders } from './bulk-orders';

const known = '2026-11-20T10:00:00Z';
const ids = Array.from({ length: 250 }, (_, at) => `id-${at}`);
const view = { search: '', filters: { filter: 'not_paid' }, sort: '-created_at' } as const;
const paid = { kind: 'mark', flag: 'paid', value: true } as const;

let server: Server;
let calls: number;
/** Answers the nth change of a batch. */
let answer: (call: number) => (() => Promise<Response>) | undefined;

beforeEach(async () => {
  calls = 0;
  answer = () => undefined;
  server = await serve(pageOf([]));
  server.mockImplementation((address, { body }) => {
    const url = new URL(address);
    if (url.pathname.includes('/rpc/')) {
      const { orders }: { orders: { id: string }[] } = JSON.parse(
        typeof body === 'string' ? body : '{}',
      );
      const done = () => Response.json(orders.map(({ id }) => ({ id, outcome: 'done' })));
      return answer((calls += 1))?.() ?? Promise.resolve(done());
    }
    const asked = url.searchParams.get('id')?.slice(4, -1).split(',') ?? [];
    return pageOf(asked.map((id) => ({ id, order_number: `BO${id}`, updated_at: known })))();
  });
});

describe('a change of many orders', () => {
  it('is made in batches, and says how far it is', async () => {
    const onProgress = vi.fn<Parameters<typeof changeOrders>[2]>();
    const { outcomes, error } = await changeOrders(
      paid,
      { ids, view },
      onProgress,
      new AbortController().signal,
    );
    expect(error).toBeUndefined();
    expect(outcomes).toHaveLength(250);
    expect(outcomes[7]).toEqual({ id: 'id-7', number: 'BOid-7', outcome: 'done' });
    expect(onProgress.mock.calls.map(([{ done }]) => done)).toEqual([100, 200, 250]);
  });

  it('goes on after a batch that failed', async () => {
    answer = (call) => (call === 2 ? refused(400, '57014', 'slow') : undefined);
    const { outcomes, error } = await changeOrders(
      paid,
      { ids, view },
      () => {},
      new AbortController().signal,
    );
    expect(error).toMatchObject({ code: '57014' });
    expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(150);
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toHaveLength(100);
  });

  it('ends between two batches', async () => {
    const control = new AbortController();
    const { outcomes } = await changeOrders(
      paid,
      { ids, view: undefined },
      () => control.abort(),
      control.signal,
    );
    expect(outcomes).toHaveLength(100);
    expect(calls).toBe(1);
  });
});
