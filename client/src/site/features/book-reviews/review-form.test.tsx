import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeRequest } from '@tests/fake-request';
import { created, refused, sentTo, serve, show, type Server } from '@tests/page';
import { FileRefused, prepareFile } from '@/shared/ui/prepare-file';
import { enterText, submitForm, user } from '@tests/user';
import { ReviewForm } from './review-form';

vi.mock(import('@/shared/ui/prepare-file'), async (original) => ({
  ...(await original()),
  prepareFile: vi.fn<typeof prepareFile>(),
}));

let server: Server;

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const field = () => screen.getByRole('group', { name: 'Proof of purchase (optional)' });
const button = (name: string) => within(field()).getByRole('button', { name });
const bodies = () => sentTo(server, 'book_reviews', server.mock.calls.length - 1);

async function choose(name: string, type = 'image/jpeg') {
  const input = field().querySelector('input');
  if (input === null) throw new Error('no input');
  await user.upload(input, new File(['x'], name, { type }));
  await after(1);
}

async function send() {
  await enterText(screen.getByLabelText(/^Name/), 'Amal');
  await enterText(screen.getByLabelText(/^Your words/), 'Honest.');
  await submitForm();
  await after(1600);
}

const upload = async () => {
  const request = await FakeRequest.next();
  return { request, id: request.url.split('/').at(-1) };
};

beforeEach(async () => {
  sessionStorage.clear();
  server = await serve(created);
  FakeRequest.install();
  vi.mocked(prepareFile).mockImplementation((file) =>
    Promise.resolve({ body: file, name: file.name, type: 'image/jpeg', preview: 'data:,' }),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<ReviewForm onDone={() => {}} />);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the proof of a review', () => {
  it('is optional', async () => {
    await send();
    expect(FakeRequest.sent).toEqual([]);
    expect(bodies()).not.toHaveProperty('proof_path');
  });

  it('is sent before the review, under its id', async () => {
    await choose('receipt.jpg');
    expect(within(field()).getByAltText('Preview of receipt.jpg')).toBeVisible();
    await send();
    const { request, id } = await upload();
    expect(within(field()).getByRole('progressbar', { name: 'Sending the file' })).toBeVisible();
    expect(server).not.toHaveBeenCalled();
    request.answer(200, '{}');
    await after(1);
    expect(bodies()).toMatchObject({ id, proof_path: id });
    expect(screen.getByText('Thank you for your review!')).toBeVisible();
  });

  it('is not sent again with a review that has failed', async () => {
    server.mockImplementation(refused(500, 'XX000', 'no'));
    await choose('receipt.jpg');
    await send();
    const { request, id } = await upload();
    request.answer(200, '{}');
    await after(10_000);
    server.mockImplementation(created);
    await send();
    expect(FakeRequest.sent).toEqual([]);
    expect(bodies()).toMatchObject({ id, proof_path: id });
  });

  it('that was stored although its answer was lost is sent once', async () => {
    await choose('receipt.jpg');
    await send();
    const first = await upload();
    first.request.fail();
    await after(1);
    expect(within(field()).getByRole('alert')).toHaveTextContent(/was not sent/);
    expect(button('Try again')).toBeVisible();
    await send();
    const second = await upload();
    second.request.answer(400, '{"statusCode":"409","message":"The resource already exists"}');
    await after(1);
    expect(second.id).toBe(first.id);
    expect(bodies()).toMatchObject({ id: first.id, proof_path: first.id });
  });

  it('that replaces another gets a row of its own, since a file is never overwritten', async () => {
    server.mockImplementation(refused(500, 'XX000', 'no'));
    await choose('wrong.jpg');
    await send();
    const first = await upload();
    first.request.answer(200, '{}');
    await after(10_000);
    server.mockImplementation(created);
    await choose('right.jpg');
    await send();
    const second = await upload();
    second.request.answer(200, '{}');
    await after(1);
    expect(second.id).not.toBe(first.id);
    expect(bodies()).toMatchObject({ id: second.id, proof_path: second.id });
  });

  it('can be stopped, and removed; the review goes without it', async () => {
    await choose('receipt.jpg');
    await send();
    await upload();
    await user.click(button('Stop sending'));
    await after(1);
    expect(screen.getByRole('button', { name: 'Send the review' })).toBeEnabled();
    expect(within(field()).queryByRole('alert')).toBeNull();
    await user.click(button('Remove'));
    expect(button('Choose or take a picture')).toBeVisible();
    await send();
    expect(bodies()).not.toHaveProperty('proof_path');
  });

  it('that cannot be sent is refused in words', async () => {
    vi.mocked(prepareFile).mockRejectedValue(new FileRefused('heic'));
    await choose('IMG_1.heic', 'image/heic');
    expect(within(field()).getByRole('alert')).toHaveTextContent(/cannot convert this HEIC/);
    expect(field()).toHaveAccessibleDescription(/cannot convert this HEIC/);
  });
});
