import { anonKey, sb } from '@/api/client';
import { loadStorage } from '@/api/deferred-parts';
import { asFailure, Failure, unwrap } from '@/api/failures';
import { newId } from '@/ui/new-id';
import { anyTable, oneOf } from '@/admin/rows/any-table';
import { updateRow } from '@/admin/rows/row-calls';
import type { Picture } from './picture';
import { encodePicture, preparePicture, type Part, type Prepared } from './prepare-picture';

type Bucket = 'media' | 'media_originals';

export type UploadOptions = {
  /** Called with 0 to 1 while the bytes are sent. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
};

const newPath = (id: string, extension: string) => `${id}/${newId()}.${extension}`;

/** Adds a file to the library. Throws a PictureError, a Failure, or an AbortError. */
export async function addPicture(
  file: File,
  options: UploadOptions,
): Promise<{ picture: Picture; isReduced: boolean }> {
  const prepared = await preparePicture(file);
  options.signal?.throwIfAborted();
  const id = newId();
  const path = newPath(id, prepared.extension);
  await upload('media', path, prepared.blob, options);
  const name = file.name.trim().slice(0, 200) || `picture.${prepared.extension}`;
  const picture = await orRemove([['media', path]], () =>
    insertPicture({ id, name, path, ...measuresOf(prepared) }),
  );
  return { picture, isReduced: prepared.isReduced };
}

/** Without the table's types: they ask for the columns that the database takes from the file. */
async function insertPicture(values: object): Promise<Picture> {
  const client = await anyTable();
  const answer = await client
    .from('pictures')
    .insert<object>(values)
    .select('*')
    .overrideTypes<Picture[], { merge: false }>();
  return oneOf(unwrap(answer));
}

/** Replaces the file of a picture everywhere. The focal point and the crop of the old file go. */
export async function replacePicture(
  { id }: Picture,
  file: File,
  options: UploadOptions,
): Promise<Picture> {
  const prepared = await preparePicture(file);
  const path = newPath(id, prepared.extension);
  await upload('media', path, prepared.blob, options);
  return orRemove([['media', path]], () =>
    updateRow('pictures', id, {
      path,
      ...measuresOf(prepared),
      crop: null,
      original_path: null,
      focal_x: 0.5,
      focal_y: 0.5,
    }),
  );
}

/** The whole picture, of which the public file may be a part. */
export const downloadOriginal = ({ path, original_path }: Picture): Promise<Blob> =>
  original_path === null ? download('media', path) : download('media_originals', original_path);

/**
 * Shows a part of a picture, or all of it again (undefined). The whole picture is kept in the private
 * bucket, as long as the public one is a part.
 */
export async function cropPicture(picture: Picture, part: Part | undefined): Promise<Picture> {
  const { id, original_path: known } = picture;
  const original = await downloadOriginal(picture);
  const prepared = await encodePicture(original, part);
  const path = newPath(id, prepared.extension);
  const written: [Bucket, string][] = [['media', path]];
  await upload('media', path, prepared.blob);
  let originalPath = part === undefined ? null : known;
  if (part !== undefined && known === null) {
    originalPath = newPath(id, original.type === 'image/png' ? 'png' : 'jpg');
    written.push(['media_originals', originalPath]);
  }
  return orRemove(written, async () => {
    if (originalPath !== null && originalPath !== known) {
      await upload('media_originals', originalPath, original);
    }
    return updateRow('pictures', id, {
      path,
      ...measuresOf(prepared),
      crop: part === undefined ? null : [...part],
      original_path: originalPath,
      focal_x: 0.5,
      focal_y: 0.5,
    });
  });
}

const measuresOf = ({ width, height, placeholder }: Prepared) => ({ width, height, placeholder });

/** Runs a write; if it fails, removes the files that it was for. */
async function orRemove<T>(files: readonly [Bucket, string][], write: () => Promise<T>) {
  try {
    return await write();
  } catch (error) {
    const storage = await loadStorage(await sb());
    // A file that stays costs its bytes and is in no list: not worth a second error.
    await Promise.all(files.map(([bucket, path]) => storage.from(bucket).remove([path])));
    throw error;
  }
}

async function download(bucket: Bucket, path: string): Promise<Blob> {
  const storage = await loadStorage(await sb());
  const { data, error } = await storage.from(bucket).download(path);
  return unwrap<Blob>(error === null ? { data, error } : { data: null, error });
}

/** Sends a file. XMLHttpRequest, since fetch (and so storage-js) tells no progress of a request. */
async function upload(
  bucket: Bucket,
  path: string,
  blob: Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<void> {
  const [client, apikey] = await Promise.all([sb(), anonKey()]);
  const { data } = await client.auth.getSession();
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.open('POST', `/storage/v1/object/${bucket}/${path}`);
    request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? apikey}`);
    request.setRequestHeader('apikey', apikey);
    request.setRequestHeader('content-type', blob.type);
    request.setRequestHeader('cache-control', 'max-age=31536000, immutable'); // a path has one file
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(loaded / total),
    );
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
    request.addEventListener('error', () => reject(asFailure(undefined, 0)));
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(uploadFailure(request)),
    );
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.send(blob);
  });
}

function uploadFailure({ status, responseText }: XMLHttpRequest): Failure {
  return asFailure({ message: responseText.slice(0, 500), status }, status);
}
