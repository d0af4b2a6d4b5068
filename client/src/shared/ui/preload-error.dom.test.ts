import { beforeEach, expect, it, vi } from 'vitest';
import { reloadOnPreloadError } from './preload-error';

const reload = vi.fn<() => void>();
const mayReload = vi.fn<() => boolean>();
const fail = async () => {
  window.dispatchEvent(new Event('vite:preloadError'));
  await new Promise((resolve) => void setTimeout(resolve));
};
const answerWith = (answer: () => Promise<Response>) =>
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(answer));

reloadOnPreloadError(() => mayReload());

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  mayReload.mockReturnValue(true);
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

it('reloads the page once for a part that a release replaced', async () => {
  answerWith(() => Promise.resolve(new Response()));
  await fail();
  await fail();
  expect(reload).toHaveBeenCalledOnce();
});

it('does not reload while the server does not answer', async () => {
  answerWith(() => Promise.reject(new TypeError('no network')));
  await fail();
  answerWith(() => Promise.resolve(new Response(null, { status: 502 })));
  await fail();
  expect(reload).not.toHaveBeenCalled();
});

it('does not reload what has unsaved changes', async () => {
  answerWith(() => Promise.resolve(new Response()));
  mayReload.mockReturnValue(false);
  await fail();
  expect(reload).not.toHaveBeenCalled();
});
