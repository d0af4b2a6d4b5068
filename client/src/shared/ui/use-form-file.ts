import { useEffect, useRef, useState } from 'react';
import {
  FileRefused,
  prepareFile,
  type FileLimits,
  type FileRefusal,
  type PreparedFile,
} from './prepare-file';
import { Cancelled } from './use-submission';

export type FileState =
  | { step: 'none'; refusal?: FileRefusal }
  | { step: 'reading'; name: string }
  | { step: 'chosen'; file: PreparedFile; hasFailed: boolean }
  /** `part` of the file has been sent, 0 to 1. */
  | { step: 'sending'; file: PreparedFile; part: number }
  | { step: 'sent'; file: PreparedFile };

/** Sends a file under the id of a row; see UploadOutcome. */
export type SendFile = (
  path: string,
  file: PreparedFile,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<'stored' | 'taken' | 'refused'>;

/** The row id under which the form is sent, and its file, which was uploaded under this id. */
export type Sent = { id: string; file?: PreparedFile };

export type FormFile = {
  state: FileState;
  choose: (file: File) => void;
  remove: () => void;
  /** Stops the upload; `send` is rejected with Cancelled. */
  cancel: () => void;
  /**
   * Uploads the file, if one is chosen and it is not there yet. One path takes one file, which nobody
   * overwrites: a file that was chosen after another was uploaded gets a new row id.
   */
  send: (rowId: string, renewId: () => string, upload: SendFile) => Promise<Sent>;
};

type Attempt = { id: string; file: PreparedFile; isStored: boolean };

/** An optional file of a form. It is kept on the page only, and sent before the row. */
export function useFormFile(limits: FileLimits): FormFile {
  const [state, setState] = useState<FileState>({ step: 'none' });
  const chosen = useRef<Promise<PreparedFile | undefined>>(undefined);
  const last = useRef<Attempt>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(new Cancelled()), []);

  const choose = (source: File) => {
    setState({ step: 'reading', name: source.name });
    const work = prepareFile(source, limits).then(
      (file) => {
        if (chosen.current === work) setState({ step: 'chosen', file, hasFailed: false });
        return file;
      },
      (reason: unknown) => {
        const refusal = reason instanceof FileRefused ? reason.reason : 'broken';
        if (chosen.current === work) setState({ step: 'none', refusal });
        return undefined;
      },
    );
    chosen.current = work;
  };

  const store = async (id: string, file: PreparedFile, upload: SendFile) => {
    running.current = new AbortController();
    setState({ step: 'sending', file, part: 0 });
    const outcome = await upload(id, file, {
      signal: running.current.signal,
      onProgress: (part) => setState({ step: 'sending', file, part }),
    });
    return outcome;
  };

  const send = async (rowId: string, renewId: () => string, upload: SendFile): Promise<Sent> => {
    const file = await chosen.current;
    if (file === undefined) return { id: rowId };
    const before = last.current?.id === rowId ? last.current : undefined;
    const isAgain = before?.file === file;
    if (isAgain && before.isStored) return { id: rowId, file };
    const attempt = {
      id: before === undefined || isAgain ? rowId : renewId(),
      file,
      isStored: false,
    };
    last.current = attempt;
    try {
      // `taken`: the answer of the last attempt was lost, or it is a file of the draft before a reload.
      if ((await store(attempt.id, file, upload)) === 'taken' && !isAgain) {
        attempt.id = renewId();
        await store(attempt.id, file, upload);
      }
    } catch (reason) {
      setState({ step: 'chosen', file, hasFailed: !(reason instanceof Cancelled) });
      throw reason;
    }
    // `refused`: the row is there already, with its file; the insert says so, or that there is no file.
    attempt.isStored = true;
    setState({ step: 'sent', file });
    return { id: attempt.id, file };
  };

  return {
    state,
    choose,
    send,
    remove: () => {
      chosen.current = undefined;
      setState({ step: 'none' });
    },
    cancel: () => running.current?.abort(new Cancelled()),
  };
}
