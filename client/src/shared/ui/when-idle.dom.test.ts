import { afterEach, describe, expect, it, vi } from 'vitest';
import { inSlices } from './when-idle';

function* steps(count: number, onStep: () => void): Generator<undefined, string> {
  for (let step = 0; step < count; step++) {
    onStep();
    yield;
  }
  return 'done';
}

afterEach(() => void vi.useRealTimers());

describe('inSlices', () => {
  it('does as many steps in a task as fit into 8 ms', () => {
    vi.useFakeTimers();
    const done = vi.fn<() => void>();
    let taken = 0;
    const onStep = () => {
      taken += 1;
      vi.setSystemTime(Date.now() + 3);
    };
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
    inSlices(steps(7, onStep), done);
    expect(taken).toBe(0);
    vi.advanceTimersToNextTimer();
    expect(taken).toBe(3);
    vi.advanceTimersToNextTimer();
    expect(taken).toBe(6);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersToNextTimer();
    expect(taken).toBe(7);
    expect(done).toHaveBeenCalledExactlyOnceWith('done');
  });

  it('can be cancelled between slices', () => {
    vi.useFakeTimers();
    const done = vi.fn<() => void>();
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
    const cancel = inSlices(
      steps(9, () => vi.setSystemTime(Date.now() + 9)),
      done,
    );
    vi.advanceTimersToNextTimer();
    cancel();
    vi.runAllTimers();
    expect(done).not.toHaveBeenCalled();
  });
});
