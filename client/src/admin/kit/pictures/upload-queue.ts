import { asFailure, type FailureKind } from '@/shared/api/failures';
import { createStore } from '@/shared/ui/store';
import { newId } from '@/shared/ui/new-id';
import type { Picture } from './picture';
import { addPicture, type UploadOptions } from './picture-files';
import { PictureError, type PictureProblem } from './prepare-picture';

/** A file on its way into the library. */
export type Upload = {
  id: string;
  file: File;
  state:
    | { name: 'waiting' }
    /** `sent` is 0 to 1. */
    | { name: 'sending'; sent: number }
    | { name: 'done'; picture: Picture; isReduced: boolean }
    /** The file is at fault: no retry. */
    | { name: 'refused'; problem: PictureProblem }
    | { name: 'failed'; kind: FailureKind };
};

type Add = (
  file: File,
  options: UploadOptions,
) => Promise<{ picture: Picture; isReduced: boolean }>;

const parallel = 2; // a phone decodes a photograph at a time; more would only compete for the network

/**
 * The uploads of a screen, outside of React: two at a time, each with progress, retry and cancel.
 * `onAdded` is called for each picture that is in the library.
 */
export function createUploadQueue(onAdded: (picture: Picture) => void, add: Add = addPicture) {
  const uploads = createStore<readonly Upload[]>([]);
  const aborts = new Map<string, AbortController>();

  const set = (id: string, state: Upload['state']) =>
    uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, state } : upload)));
  const count = (name: Upload['state']['name']) =>
    uploads.get().filter(({ state }) => state.name === name).length;

  const run = async ({ id, file }: Upload) => {
    const abort = new AbortController();
    aborts.set(id, abort);
    set(id, { name: 'sending', sent: 0 });
    try {
      const onProgress = (sent: number) => set(id, { name: 'sending', sent });
      const added = await add(file, { signal: abort.signal, onProgress });
      set(id, { name: 'done', ...added });
      onAdded(added.picture);
    } catch (error) {
      if (error instanceof PictureError) set(id, { name: 'refused', problem: error.problem });
      else if (!abort.signal.aborted) set(id, { name: 'failed', kind: asFailure(error).kind });
    }
    aborts.delete(id);
    next();
  };
  const next = () => {
    const waiting = uploads.get().find(({ state }) => state.name === 'waiting');
    if (waiting === undefined || count('sending') >= parallel) return;
    void run(waiting);
    next();
  };

  return {
    uploads,
    add: (files: Iterable<File>) => {
      const added = Array.from(files, (file): Upload => ({
        id: newId(),
        file,
        state: { name: 'waiting' },
      }));
      uploads.set([...uploads.get(), ...added]);
      next();
    },
    retry: (id: string) => {
      set(id, { name: 'waiting' });
      next();
    },
    /** Cancels an upload, or removes one that has ended from the list. */
    remove: (id: string) => {
      aborts.get(id)?.abort();
      uploads.set(uploads.get().filter((upload) => upload.id !== id));
      next();
    },
  };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;
