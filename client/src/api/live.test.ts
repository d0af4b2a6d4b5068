import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveLine } from '../../tests/live-line';
import { rows, serve } from '../../tests/page';
import { followTables, type RowEvent } from './live';

const tables = [
  { table: 'awards', columns: ['id'] },
  { table: 'book_orders', columns: ['id', 'buyer_name'] },
];

let line: Awaited<ReturnType<typeof liveLine>>;
let events: RowEvent[];
let live: boolean[];
let leave: () => void;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await serve(rows([]));
  line = await liveLine();
  events = [];
  live = [];
  leave = followTables(tables, {
    onEvent: (event) => void events.push(event),
    onLive: (isLive) => void live.push(isLive),
  });
  await vi.waitUntil(() => line.channels.length === 1);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('following tables', () => {
  it('is one channel that asks for every change of each, and for few columns', () => {
    expect(line.channels[0]?.bindings['postgres_changes']?.map(({ filter }) => filter)).toEqual([
      { event: '*', schema: 'public', table: 'awards', select: ['id'] },
      { event: '*', schema: 'public', table: 'book_orders', select: ['id', 'buyer_name'] },
    ]);
  });

  it('tells what happened to a row; of a deleted one its key', async () => {
    await line.join();
    await line.change('awards', 'INSERT', { id: 'a' });
    await line.change('book_orders', 'UPDATE', { id: 'o', buyer_name: 'Amal' });
    await line.change('awards', 'DELETE', { id: 'a' });
    expect(events).toEqual([
      { table: 'awards', kind: 'INSERT', row: { id: 'a' } },
      { table: 'book_orders', kind: 'UPDATE', row: { id: 'o', buyer_name: 'Amal' } },
      { table: 'awards', kind: 'DELETE', row: { id: 'a' } },
    ]);
  });

  it('is live once the server says that it tells of changes, not when it is merely joined', async () => {
    await line.status('SUBSCRIBED');
    expect(live).toEqual([]);
    await line.system(true);
    expect(live).toEqual([true]);
    await line.system(true); // after a new token
    expect(live).toEqual([true]);
  });

  it('is not live while the server says that it cannot', async () => {
    await line.join();
    await line.system(false, 'Unable to subscribe to changes');
    expect(live).toEqual([true, false]);
    expect(console.warn).toHaveBeenCalledWith('live updates', 'Unable to subscribe to changes');
    await line.system(true);
    expect(live).toEqual([true, false, true]);
  });

  it.each(['CHANNEL_ERROR', 'TIMED_OUT'])(
    'waits for the client to rejoin after %s',
    async (end) => {
      await line.join();
      await line.status(end, new Error('lost'));
      expect(live).toEqual([true, false]);
      await line.join();
      expect(live).toEqual([true, false, true]);
      expect(line.channels).toHaveLength(1);
    },
  );

  it('takes a join that never worked for a break, too', async () => {
    await line.status('CHANNEL_ERROR', new Error('no'));
    expect(live).toEqual([false]);
  });

  it('opens another channel, later and later, where the server has closed it for good', async () => {
    vi.useFakeTimers();
    await line.status('CLOSED');
    await vi.advanceTimersByTimeAsync(999);
    expect(line.channels).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(line.channels).toHaveLength(2);
    await line.status('CLOSED');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(line.channels).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(line.channels).toHaveLength(3);
    const topics = line.channels.map(({ topic }) => topic);
    expect(new Set(topics).size).toBe(3);
    await line.join();
    expect(live).toEqual([false, true]);
  });

  it('ends when it is told to: nothing is heard or opened any more', async () => {
    await line.join();
    leave();
    await line.change('awards', 'INSERT', { id: 'a' });
    await line.system(false);
    vi.useFakeTimers();
    await line.status('CLOSED');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([events, live]).toEqual([[], [true]]);
    expect(line.channels).toHaveLength(1);
    expect(line.removed).toHaveBeenCalledWith(line.channels[0]);
  });
});
