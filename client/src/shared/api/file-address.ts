import { sb } from './client';
import { asFailure } from './failures';
import type { FormBucket } from './upload-file';

/** Lifetime of a signed URL. Seconds: long enough to show or to save a file once. */
const life = 300;

/**
 * A signed address of a private file, for five minutes. With a name the browser saves the file under it,
 * and shows it otherwise. Throws a Failure, whose code is `NoSuchKey` where the file is gone.
 */
export async function signedAddress(
  bucket: FormBucket,
  path: string,
  saveAs?: string,
): Promise<string> {
  const { storage } = await sb();
  const { data, error } = await storage.from(bucket).createSignedUrl(path, life);
  if (error === null) {
    const address = new URL(data.signedUrl);
    // Here, since storage-js 2.119 encodes its option `download` twice.
    if (saveAs !== undefined) address.searchParams.set('download', saveAs);
    return address.href;
  }
  const status = 'statusCode' in error ? Number(error.statusCode) : 0;
  throw asFailure({ message: error.message, code: status === 404 ? 'NoSuchKey' : '' }, status);
}
