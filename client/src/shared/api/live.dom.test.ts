import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeRealtime } from '@tests/fake-realtime';
import { rows, serve } from '@tests/page';
import { sb } from './client';
import { followTables, type RowEvent } from './live';

const tables = [
  { table: 'awards', columns: ['id'] },
  { table: 'book_orders', columns: ['id', 'buyer_name'] },
];

let realtime: Awaited<ReturnType<typeof fakeRealtime>>;
let events: RowEvent[];
let live: boolean[];
let leave: () => void;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await serve(rows([]));
  realtime = await fakeRealtime();
  events = [];
  live = [];
  leave = followTables(tables, {
    onEvent: (event) => void events.push(event),
    onLive: (isLive) => void live.push(isLive),
  });
  await vi.waitUntil(() => realtime.channels.length === 1);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('following tables', () => {
  it('uses one channel for all tables, with the selected columns', () => {
    expect(realtime.channels[0]?.bindings['postgres_changes']?.map(({ filter }) => filter)).toEqual(
      [
        { event: '*', schema: 'public', table: 'awards', select: ['id'] },
        { event: '*', schema: 'public', table: 'book_orders', select: ['id', 'buyer_name'] },
      ],
    );
  });

  it('reports changes of rows; a deletion has only the key', async () => {
    await realtime.join();
    await realtime.change('awards', 'INSERT', { id: 'a' });
    await realtime.change('book_orders', 'UPDATE', { id: 'o', buyer_name: 'Amal' });
    await realtime.change('awards', 'DELETE', { id: 'a' });
    expect(events).toEqual([
      { table: 'awards', kind: 'INSERT', row: { id: 'a' } },
      { table: 'book_orders', kind: 'UPDATE', row: { id: 'o', buyer_name: 'Amal' } },
      { table: 'awards', kind: 'DELETE', row: { id: 'a' } },
    ]);
  });

  it('is live after the system message, not after the join', async () => {
    await realtime.status('SUBSCRIBED');
    expect(live).toEqual([]);
    await realtime.system(true);
    expect(live).toEqual([true]);
    await realtime.system(true); // after a new token
    expect(live).toEqual([true]);
  });

  it('is not live after a system message with an error', async () => {
    await realtime.join();
    await realtime.system(false, 'Unable to subscribe to changes');
    expect(live).toEqual([true, false]);
    expect(console.warn).toHaveBeenCalledWith('live updates', 'Unable to subscribe to changes');
    await realtime.system(true);
    expect(live).toEqual([true, false, true]);
  });

  it.each(['CHANNEL_ERROR', 'TIMED_OUT'])(
    'waits for the client to rejoin after %s',
    async (end) => {
      await realtime.join();
      await realtime.status(end, new Error('lost'));
      expect(live).toEqual([true, false]);
      await realtime.join();
      expect(live).toEqual([true, false, true]);
      expect(realtime.channels).toHaveLength(1);
    },
  );

  it('is not live after a failed first join', async () => {
    await realtime.status('CHANNEL_ERROR', new Error('no'));
    expect(live).toEqual([false]);
  });

  it('opens a new channel, with growing delays, after the server has closed it', async () => {
    vi.useFakeTimers();
    await realtime.status('CLOSED');
    await vi.advanceTimersByTimeAsync(999);
    expect(realtime.channels).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(realtime.channels).toHaveLength(2);
    await realtime.status('CLOSED');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(realtime.channels).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(realtime.channels).toHaveLength(3);
    const topics = realtime.channels.map(({ topic }) => topic);
    expect(new Set(topics).size).toBe(3);
    await realtime.join();
    expect(live).toEqual([false, true]);
  });

  it('leaves a channel that is being joined once it has a status', async () => {
    const client = await sb();
    const removed = vi.spyOn(client, 'removeChannel');
    leave();
    await Promise.resolve();
    expect(removed).not.toHaveBeenCalled();
    await realtime.status('SUBSCRIBED');
    expect(removed).toHaveBeenCalledOnce();
  });

  it('reports and opens nothing after it was stopped', async () => {
    await realtime.join();
    leave();
    await realtime.change('awards', 'INSERT', { id: 'a' });
    await realtime.system(false);
    vi.useFakeTimers();
    await realtime.status('CLOSED');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([events, live]).toEqual([[], [true]]);
    expect(realtime.channels).toHaveLength(1);
    expect(realtime.removed).toHaveBeenCalledWith(realtime.channels[0]);
  });
});
