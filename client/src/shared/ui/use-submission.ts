import { useEffect, useRef, useState } from 'react';

export type SubmissionState = 'idle' | 'loading' | 'success' | 'error';

/** Time that an outcome is shown before the form is idle again. Milliseconds. */
export type Outcome = { successMs: number; errorMs: number };

type Options = {
  /** Called after a success was shown for its time. */
  onReset?: (() => void) | undefined;
  /** Shows a failure elsewhere too; the returned function removes it when the next attempt starts. */
  notifyFailure?: (() => () => void) | undefined;
};

/** The user has stopped the work: the form is idle again, without a failure. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

type Submission = {
  state: SubmissionState;
  /** The error of the last attempt; kept until the next attempt. */
  failure: unknown;
  /** Runs the work, unless it is running already. Returns whether it succeeded. */
  submit: (work: () => Promise<void>) => Promise<boolean>;
};

/** The states of a form: idle, loading, success, error, and back to idle after the outcome's time. */
export function useSubmission(
  outcome: Outcome,
  { onReset, notifyFailure }: Options = {},
): Submission {
  const [{ state, failure }, setShown] = useState<{ state: SubmissionState; failure?: unknown }>({
    state: 'idle',
  });
  const busy = useRef(false);
  const removeNotice = useRef<() => void>(undefined);
  const timer = useTimer();

  const settle = (next: 'success' | 'error', reason?: unknown) => {
    setShown({ state: next, failure: reason });
    timer(next === 'success' ? outcome.successMs : outcome.errorMs, () => {
      setShown({ state: 'idle', failure: reason });
      if (next === 'success') onReset?.();
    });
  };

  const submit = async (work: () => Promise<void>) => {
    if (busy.current) return false;
    busy.current = true;
    timer(0);
    removeNotice.current?.();
    removeNotice.current = undefined;
    setShown({ state: 'loading' });
    try {
      await work();
      settle('success');
      return true;
    } catch (reason) {
      if (reason instanceof Cancelled) {
        setShown({ state: 'idle' });
        return false;
      }
      settle('error', reason);
      removeNotice.current = notifyFailure?.();
      return false;
    } finally {
      busy.current = false;
    }
  };

  return { state, failure, submit };
}

/** One timer at a time; without work it only stops the last one. Stopped on unmount. */
function useTimer(): (ms: number, work?: () => void) => void {
  const id = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(id.current), []);
  return (ms, work) => {
    clearTimeout(id.current);
    if (work !== undefined) id.current = setTimeout(work, ms);
  };
}
