import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button';
import { describedBy } from './field';
import type { FileRefusal } from './prepare-file';
import { Spinner } from './spinner';
import type { FileState, FormFile } from './use-form-file';

type FileFieldLabels = {
  label: string;
  hint: string;
  choose: string;
  chooseOther: string;
  remove: string;
  /** Stops the upload. */
  cancel: string;
  retry: string;
  reading: string;
  sending: string;
  failed: string;
  refusals: Record<FileRefusal, string>;
  /** Name and size of a file. */
  /** Formats a size in bytes. */
  size: (bytes: number) => string;
  /** The text alternative of the preview. */
  preview: (name: string) => string;
};

type Props = {
  file: FormFile;
  /** The `accept` attribute: what the file chooser offers. */
  accept: string;
  labels: FileFieldLabels;
};

/**
 * An optional file of a form: choose, preview, progress, cancel, retry, remove. Absent without a script,
 * which it needs.
 */
export function FileField({ file, accept, labels }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const hasFocus = useRef(false);
  const { state } = file;
  const error = errorOf(state, labels);
  const isBusy = state.step === 'sending' || state.step === 'reading';
  // A button that was pressed may be gone: the keyboard goes on at the one that stays.
  useLayoutEffect(() => {
    if (!hasFocus.current || isBusy || document.activeElement !== document.body) return;
    chooseButton.current?.focus({ preventScroll: true });
  }, [isBusy, state.step]);
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy(id, { hint: labels.hint, error })['aria-describedby']}
      className="min-w-0 noscript:hidden"
      onFocus={() => (hasFocus.current = true)}
      onBlur={({ relatedTarget }) => (hasFocus.current = relatedTarget === null)}
    >
      <p id={`${id}-label`} className="mb-1.5 text-small font-medium">
        {labels.label}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen !== undefined) file.choose(chosen);
          event.currentTarget.value = ''; // so that the same file can be chosen again
        }}
      />
      <div className="grid gap-3 rounded-block border border-dashed border-edge bg-raised p-3.5">
        <Chosen state={state} labels={labels} />
        <div className="flex flex-wrap gap-2">
          {!isBusy && (
            <Button ref={chooseButton} look="line" onClick={() => input.current?.click()}>
              {state.step === 'none' ? labels.choose : labels.chooseOther}
            </Button>
          )}
          {state.step === 'chosen' && state.hasFailed && (
            <Button look="line" type="submit">
              {labels.retry}
            </Button>
          )}
          {(state.step === 'chosen' || state.step === 'sent') && (
            <Button look="quiet" onClick={file.remove}>
              {labels.remove}
            </Button>
          )}
          {state.step === 'sending' && (
            <Button look="line" onClick={file.cancel}>
              {labels.cancel}
            </Button>
          )}
        </div>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
        {labels.hint}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function errorOf(state: FileState, labels: FileFieldLabels): string | undefined {
  if (state.step === 'none' && state.refusal !== undefined) return labels.refusals[state.refusal];
  return state.step === 'chosen' && state.hasFailed ? labels.failed : undefined;
}

function Chosen({ state, labels }: { state: FileState; labels: FileFieldLabels }) {
  if (state.step === 'none') return null;
  if (state.step === 'reading') return <Spinner label={labels.reading} />;
  const { preview, name } = state.file;
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-3 text-small">
        {preview !== undefined && (
          <img
            src={preview}
            alt={labels.preview(name)}
            className="max-h-32 max-w-full rounded-block border border-line object-contain"
          />
        )}
        <span className="min-w-0 wrap-anywhere">
          <bdi>{state.file.name}</bdi> ({labels.size(state.file.body.size)})
        </span>
      </p>
      {state.step === 'sending' && (
        <progress
          aria-label={labels.sending}
          value={state.part}
          max={1}
          className="h-2 w-full accent-accent"
        />
      )}
    </>
  );
}
