import { anonKey, sb } from './client';
import { asFailure } from './failures';

/** The private buckets of the forms. */
export type FormBucket = 'review-proofs' | 'sponsor-attachments';

type Upload = {
  bucket: FormBucket;
  /** The id of the row that the file belongs to. */
  path: string;
  body: Blob;
  type: string;
  /** Cancels the upload: the promise is rejected with its reason. */
  signal: AbortSignal;
  /** Called with the part that was sent, 0 to 1. */
  onProgress: (part: number) => void;
};

/**
 * `stored`; `taken`: there is a file of this path already; `refused`: a policy does not let it pass, which
 * is so if the row is there already.
 */
export type UploadOutcome = 'stored' | 'taken' | 'refused';

/**
 * Uploads a file to the storage API. By XMLHttpRequest, since fetch, and so storage-js, tells nothing of
 * the progress of a request. Throws a Failure.
 */
export async function uploadFile(upload: Upload): Promise<UploadOutcome> {
  const { bucket, path, body, type, signal, onProgress } = upload;
  const client = await sb();
  const key = await anonKey();
  const { data } = await client.auth.getSession();
  signal.throwIfAborted();
  const answer = await new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/storage/v1/object/${bucket}/${path}`);
    request.setRequestHeader('apikey', key);
    request.setRequestHeader('Authorization', `Bearer ${data.session?.access_token ?? key}`);
    request.setRequestHeader('Content-Type', type);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener('error', () => reject(asFailure(undefined)));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
  return outcomeOf(answer);
}

type Answer = { status: number; text: string };

// Most refusals of the storage API have the HTTP status 400, and the true one in the body.
function outcomeOf({ status, text }: Answer): UploadOutcome {
  if (status >= 200 && status < 300) return 'stored';
  const { message, statusCode } = refusalIn(text);
  const actual = Number(statusCode ?? status);
  if (actual === 409) return 'taken';
  if (actual === 403) return 'refused';
  throw asFailure({ message: message ?? `answered ${status}`, code: '' }, actual);
}

function refusalIn(text: string): { message?: string; statusCode?: string } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {}; // the error page of a proxy
  }
}
