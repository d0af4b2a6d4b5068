import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Batcher } from './batcher';

let batches: string[][];

beforeEach(() => {
  vi.useFakeTimers();
  batches = [];
});
afterEach(() => void vi.useRealTimers());

const note = (batch: string[]) => Promise.resolve(batches.push(batch));
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('hands on in one batch what comes in a moment', async () => {
  const batcher = new Batcher<string>(note);
  batcher.add('a');
  await after(149);
  batcher.add('b');
  expect(batches).toEqual([]);
  await after(1);
  expect(batches).toEqual([['a', 'b']]);
});

it('makes of a stream a batch a second at most', async () => {
  const batcher = new Batcher<string>(note);
  for (let at = 0; at < 40; at += 1) {
    batcher.add('x');
    await after(100);
  }
  await after(1_000);
  expect(batches.flat()).toHaveLength(40);
  expect(batches.length).toBeLessThanOrEqual(5);
});

it('deals with one batch after the other, however long one takes', async () => {
  let finish = () => {};
  const batcher = new Batcher<string>((batch) => {
    batches.push(batch);
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  batcher.add('a');
  await after(150);
  batcher.add('b');
  await after(10_000);
  expect(batches).toEqual([['a']]);
  finish();
  await after(150);
  expect(batches).toEqual([['a'], ['b']]);
});

it('waits until it may', async () => {
  let allow = () => {};
  const ready = () =>
    new Promise<void>((resolve) => {
      allow = resolve;
    });
  const batcher = new Batcher<string>(note, { ready });
  batcher.add('a');
  await after(5_000);
  batcher.add('b');
  expect(batches).toEqual([]);
  allow();
  await after(0);
  expect(batches).toEqual([['a', 'b']]);
});

it('goes on after a batch that failed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const batcher = new Batcher<string>((batch) => {
    batches.push(batch);
    return Promise.reject(new Error('no network'));
  });
  batcher.add('a');
  await after(1_000);
  batcher.add('b');
  await after(1_000);
  expect(batches).toEqual([['a'], ['b']]);
});

it('hands on nothing once it is stopped', async () => {
  const batcher = new Batcher<string>(note);
  batcher.add('a');
  batcher.stop();
  await after(1_000);
  expect(batches).toEqual([]);
});
