import { describe, expect, it, vi } from 'vitest';
import { Failure } from '@/shared/api/failures';
import type { Picture } from './picture';
import { PictureError } from './prepare-picture';
import { createUploadQueue } from './upload-queue';

const file = (name: string) => new File(['x'], name, { type: 'image/png' });
// The queue passes the row on; it reads none of it.
const picture: Picture = Object.create(null);
type Add = NonNullable<Parameters<typeof createUploadQueue>[1]>;
type OnAdded = Parameters<typeof createUploadQueue>[0];
const added = { picture, isReduced: false };

describe('the upload queue', () => {
  it('sends two at a time, and the next when one has ended', async () => {
    const ends: (() => void)[] = [];
    const add = vi.fn<Add>(() => new Promise<typeof added>((end) => ends.push(() => end(added))));
    const onAdded = vi.fn<OnAdded>();
    const queue = createUploadQueue(onAdded, add);
    queue.add([file('a'), file('b'), file('c')]);
    const names = () => queue.uploads.get().map(({ state }) => state.name);
    expect(names()).toEqual(['sending', 'sending', 'waiting']);
    ends[0]?.();
    await vi.waitFor(() => expect(names()).toEqual(['done', 'sending', 'sending']));
    expect(onAdded).toHaveBeenCalledOnce();
  });

  it('keeps a failed one for a retry, and says why a file is refused', async () => {
    const add = vi
      .fn<Add>()
      .mockRejectedValueOnce(new Failure('network', '', 'no answer'))
      .mockRejectedValueOnce(new PictureError('heic'))
      .mockResolvedValue(added);
    const queue = createUploadQueue(() => {}, add);
    queue.add([file('a'), file('b')]);
    await vi.waitFor(() =>
      expect(queue.uploads.get().map(({ state }) => state)).toEqual([
        { name: 'failed', kind: 'network' },
        { name: 'refused', problem: 'heic' },
      ]),
    );
    queue.retry(queue.uploads.get()[0]?.id ?? '');
    await vi.waitFor(() => expect(queue.uploads.get()[0]?.state.name).toBe('done'));
  });

  it('aborts one that is removed, and goes on', () => {
    const signals: (AbortSignal | undefined)[] = [];
    const queue = createUploadQueue(
      () => {},
      (_file, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    );
    queue.add([file('a'), file('b'), file('c')]);
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    expect(queue.uploads.get()).toHaveLength(2);
    expect(signals[0]?.aborted).toBe(true);
  });
});
