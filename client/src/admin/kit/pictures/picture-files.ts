import { sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import { sendFile, type SendOptions } from '@/shared/api/send-file';
import { newId } from '@/shared/ui/new-id';
import { renderingsOf } from '@/shared/ui/photo-renderings';
import { insertRow, updateRow } from '@/admin/kit/rows/row-calls';
import type { Picture } from './picture';
import { encodePicture, preparePicture, type Part, type Prepared } from './prepare-picture';

type Bucket = 'media' | 'media_originals';

export type UploadOptions = SendOptions;

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
    insertRow('pictures', { id, name, path, ...measuresOf(prepared) }),
  );
  void makeRenderings(picture);
  return { picture, isReduced: prepared.isReduced };
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
  const picture = await orRemove([['media', path]], () =>
    updateRow('pictures', id, {
      path,
      ...measuresOf(prepared),
      crop: null,
      original_path: null,
      focal_x: 0.5,
      focal_y: 0.5,
    }),
  );
  void makeRenderings(picture);
  return picture;
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
  const cut = await orRemove(written, async () => {
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
  void makeRenderings(cut);
  return cut;
}

/**
 * Has the server render a new file in the widths that pages ask for, one after the other. It keeps them, so that the
 * first visitor does not wait: of 12 megapixels each takes up to a second. HEAD sends no picture.
 */
async function makeRenderings(picture: Picture): Promise<void> {
  for (const { src } of renderingsOf(picture)) {
    // The Accept header that a browser sends for an img: the format is chosen by it.
    const headers = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };
    // oxlint-disable-next-line no-await-in-loop -- all at once they would take the server's memory for renderings
    await fetch(src, { method: 'HEAD', headers }).catch(() => undefined);
  }
}

const measuresOf = ({ width, height, placeholder }: Prepared) => ({ width, height, placeholder });

/** Runs a write; if it fails, removes the files that it was for. */
async function orRemove<T>(files: readonly [Bucket, string][], write: () => Promise<T>) {
  try {
    return await write();
  } catch (error) {
    const { storage } = await sb();
    // A file that stays costs its bytes and is in no list: not worth a second error.
    await Promise.all(files.map(([bucket, path]) => storage.from(bucket).remove([path])));
    throw error;
  }
}

async function download(bucket: Bucket, path: string): Promise<Blob> {
  const { storage } = await sb();
  const { data, error } = await storage.from(bucket).download(path);
  return unwrap<Blob>(error === null ? { data, error } : { data: null, error });
}

async function upload(
  bucket: Bucket,
  path: string,
  body: Blob,
  options: UploadOptions = {},
): Promise<void> {
  const headers = {
    'Content-Type': body.type,
    'Cache-Control': 'max-age=31536000, immutable', // a path has one file
  };
  const { status, text } = await sendFile({ bucket, path, body, headers }, options);
  if (status >= 300) throw asFailure({ message: text.slice(0, 500), status }, status);
}
