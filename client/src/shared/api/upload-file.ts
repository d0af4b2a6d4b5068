import { asFailure } from './failures';
import { sendFile } from './send-file';

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

/** Uploads a file to the storage API. Throws a Failure. */
export async function uploadFile(upload: Upload): Promise<UploadOutcome> {
  const { bucket, path, body, type, ...options } = upload;
  return outcomeOf(
    await sendFile({ bucket, path, body, headers: { 'Content-Type': type } }, options),
  );
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
