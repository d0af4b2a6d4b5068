import { anonKey, sb } from './client';
import { asFailure } from './failures';

export type SendOptions = {
  /** Cancels the request: the promise is rejected with its reason. */
  signal?: AbortSignal | undefined;
  /** Called with the part that was sent, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
};

type File = { bucket: string; path: string; body: Blob; headers: Record<string, string> };

/** Milliseconds without any progress or answer after which an upload fails. */
export const longestSilence = 45_000;

/**
 * Sends a file to the storage API, as the caller. By XMLHttpRequest, since fetch, and so storage-js, tells nothing
 * of the progress of a request. A phone that loses its network may get no error for minutes, so a request without
 * progress fails. Throws a Failure if there is no answer.
 */
export async function sendFile(
  { bucket, path, body, headers }: File,
  { signal, onProgress }: SendOptions,
): Promise<{ status: number; text: string }> {
  const [client, apikey] = await Promise.all([sb(), anonKey()]);
  const { data } = await client.auth.getSession();
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  let timer: number | undefined;
  let isSilent = false;
  const abort = () => request.abort();
  const waitForProgress = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      isSilent = true;
      abort();
    }, longestSilence);
  };
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.open('POST', `/storage/v1/object/${bucket}/${path}`);
    request.setRequestHeader('apikey', apikey);
    request.setRequestHeader('Authorization', `Bearer ${data.session?.access_token ?? apikey}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      waitForProgress();
      onProgress?.(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener('error', () => reject(asFailure(undefined, 0)));
    request.addEventListener('abort', () =>
      reject(isSilent ? asFailure(undefined, 0) : signal?.reason),
    );
    signal?.addEventListener('abort', abort, { once: true });
    waitForProgress();
    request.send(body);
  });
  return answered.finally(() => {
    window.clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
}
