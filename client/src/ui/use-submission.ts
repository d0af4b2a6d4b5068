import { useEffect, useRef, useState } from 'react';

export type SubmissionState = 'idle' | 'loading' | 'success' | 'error';

/** How long an outcome is shown before the form is idle again. Milliseconds. */
export type Outcome = { successMs: number; errorMs: number };

type Told = {
  /** Runs when a success has been shown long enough. */
  onReset?: (() => void) | undefined;
  /** Says a failure elsewhere too; what it returns takes that back when the next attempt begins. */
  sayFailure?: (() => () => void) | undefined;
};

type Submission = {
  state: SubmissionState;
  /** What the last attempt threw; it stays when the form is idle again, until the next attempt. */
  failure: unknown;
  /** Runs the work unless it is running already; a second press of the button does nothing. */
  submit: (work: () => Promise<void>) => Promise<boolean>;
};

/** The states of a form: idle, loading, success, error, and back to idle after the outcome's time. */
export function useSubmission(outcome: Outcome, { onReset, sayFailure }: Told = {}): Submission {
  const [{ state, failure }, setShown] = useState<{ state: SubmissionState; failure?: unknown }>({
    state: 'idle',
  });
  const busy = useRef(false);
  const takeBack = useRef<() => void>(undefined);
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
    takeBack.current?.();
    takeBack.current = undefined;
    setShown({ state: 'loading' });
    try {
      await work();
      settle('success');
      return true;
    } catch (reason) {
      settle('error', reason);
      takeBack.current = sayFailure?.();
      return false;
    } finally {
      busy.current = false;
    }
  };

  return { state, failure, submit };
}

/** Starts one timer at a time; without work it only stops the last one. It ends with its component. */
function useTimer(): (ms: number, work?: () => void) => void {
  const id = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(id.current), []);
  return (ms, work) => {
    clearTimeout(id.current);
    if (work !== undefined) id.current = setTimeout(work, ms);
  };
}
