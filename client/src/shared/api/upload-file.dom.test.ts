import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serve, rows } from '@tests/page';
import { FakeRequest } from '@tests/fake-request';
import { longestSilence } from './send-file';
import { uploadFile } from './upload-file';

const id = '00000000-0000-4000-8000-000000000001';
const upload = (
  signal = new AbortController().signal,
  onProgress: (share: number) => void = () => {},
) =>
  uploadFile({
    bucket: 'review-proofs',
    path: id,
    body: new Blob(['picture']),
    type: 'image/jpeg',
    signal,
    onProgress,
  });
const storageRefusal = (statusCode: string) => JSON.stringify({ statusCode, message: 'no' });

beforeEach(async () => {
  await serve(rows([]));
  FakeRequest.install();
});

describe('an upload', () => {
  it('sends the bytes with the public key, and tells how far it is', async () => {
    const onProgress = vi.fn<(part: number) => void>();
    const done = upload(undefined, onProgress);
    const request = await FakeRequest.next();
    expect(request.url).toBe(`/storage/v1/object/review-proofs/${id}`);
    expect(request.headers).toEqual({
      apikey: 'test-key',
      Authorization: 'Bearer test-key',
      'Content-Type': 'image/jpeg',
    });
    request.progress(1, 4);
    request.answer(200, '{}');
    expect(await done).toBe('stored');
    expect(onProgress).toHaveBeenCalledWith(0.25);
  });

  it.each([
    ['409', 'taken'],
    ['403', 'refused'],
  ])('that is answered %s in the body is %s', async (statusCode, outcome) => {
    const done = upload();
    (await FakeRequest.next()).answer(400, storageRefusal(statusCode));
    expect(await done).toBe(outcome);
  });

  it.each([
    [429, '{"message":"Too many"}', 'tooMany'],
    [400, storageRefusal('415'), 'invalid'],
    [502, '<html>', 'unexpected'],
  ])('that is answered %d %s fails as %s', async (status, text, kind) => {
    const done = upload();
    (await FakeRequest.next()).answer(status, text);
    await expect(done).rejects.toMatchObject({ kind });
  });

  it('without an answer fails as the network does', async () => {
    const done = upload();
    (await FakeRequest.next()).fail();
    await expect(done).rejects.toMatchObject({ kind: 'network' });
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const done = upload(controller.signal);
    await FakeRequest.next();
    controller.abort(new Error('stopped'));
    await expect(done).rejects.toThrow('stopped');
  });

  it('that makes no progress fails, as one without a network', async () => {
    const done = upload();
    const request = await FakeRequest.next();
    vi.useFakeTimers();
    request.progress(1, 4);
    await vi.advanceTimersByTimeAsync(longestSilence - 1);
    request.progress(2, 4);
    const failure = done.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(longestSilence);
    expect(await failure).toMatchObject({ kind: 'network' });
    vi.useRealTimers();
  });
});
