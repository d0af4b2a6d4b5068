import { useRef, type ReactNode } from 'react';
import { hasRequiredValues } from './validate-required';
import { Notice } from './notice';
import { isHoneypotFilled, Honeypot, useMinSubmitTime } from './honeypot';
import { SubmissionIcon } from './submission-icon';
import { SubmitButton } from './submit-button';
import { useDraft } from './use-draft';
import { Cancelled, useSubmission, type SubmissionState } from './use-submission';

const outcome = { successMs: 3000, errorMs: 3000 };

/** The texts of an inquiry form; the button has one for each submission state. */
export type InquiryLabels = Record<SubmissionState, string> & {
  title: string;
  /** Shown after a success: what happens next. */
  thanks: string;
};

type Props = {
  /** The name of the draft in session storage, and of the form in the log. */
  name: string;
  labels: InquiryLabels;
  /** Inserts the row with this id, which is the same for every attempt until `renewId` gives it another. */
  send: (data: FormData, rowId: string, renewId: () => string) => Promise<void>;
  /** The message of a failure. */
  failureText: (reason: unknown) => string;
  /** Shows a failure as a toast too; returns its removal. */
  notifyFailure?: () => () => void;
  /** Time at which the form is cleared: at once, or after the success was shown for 3 s. */
  cleared?: 'at-once' | 'afterwards';
  /** Called after the form was cleared. */
  onCleared?: () => void;
  /** Between the title and the fields. */
  lead?: ReactNode;
  /** Under the button. */
  consent: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/**
 * A form that inserts one row: idle, sending, sent (3 s), failed (3 s, the input stays). It is sent once
 * however often the button is pressed, keeps a draft, and has a honeypot. method="dialog" keeps the
 * browser from submitting it with the input in the address before React has hydrated it.
 */
export function InquiryForm({ name, labels, lead, consent, children, ...rest }: Props) {
  const { form, save, state, failure, submit } = useInquiry({ name, ...rest });
  const cleared = rest.cleared ?? 'at-once';
  return (
    <form
      method="dialog"
      ref={form}
      id={`${name}-form`}
      aria-labelledby={`${name}-form-title`}
      onInput={save}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasRequiredValues(event.currentTarget)) submit(event.currentTarget);
      }}
      className="slip @container relative grid grid-cols-1 content-start gap-5 bg-raised p-5 sm:p-9"
    >
      <div className="grid grid-cols-1 gap-3">
        <h2 id={`${name}-form-title`} className="display text-title">
          {labels.title}
        </h2>
        {lead}
      </div>
      {children}
      <Honeypot />
      {state === 'success' && <Notice tone="good">{labels.thanks}</Notice>}
      {failure !== undefined && <Notice tone="bad">{rest.failureText(failure)}</Notice>}
      <SubmitButton
        disabled={state === 'loading' || (state === 'success' && cleared === 'afterwards')}
        className="min-h-14 w-full text-body"
      >
        <SubmissionIcon state={state} />
        {labels[state]}
      </SubmitButton>
      {consent}
    </form>
  );
}

type Inquiry = Pick<Props, 'name' | 'send' | 'cleared' | 'onCleared' | 'notifyFailure'>;

function useInquiry({ name, send, cleared = 'at-once', onCleared, notifyFailure }: Inquiry) {
  const draft = useDraft(name);
  const element = useRef<HTMLFormElement>(null);
  const waitMinTime = useMinSubmitTime();
  const reset = () => {
    draft.clear();
    element.current?.reset();
    onCleared?.();
  };
  const { state, failure, submit } = useSubmission(outcome, {
    onReset: cleared === 'afterwards' ? reset : undefined,
    notifyFailure,
  });

  const work = async (data: FormData) => {
    await waitMinTime();
    if (!isHoneypotFilled(data)) await logged(name, send(data, draft.rowId(), draft.renewId));
    if (cleared === 'at-once') reset();
    else draft.clear();
  };
  return {
    form: draft.form,
    save: draft.save,
    state,
    failure,
    submit: (form: HTMLFormElement) => {
      element.current = form;
      const data = new FormData(form);
      void submit(() => work(data));
    },
  };
}

/** Logs a failure and rethrows it. */
async function logged(name: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (reason) {
    if (!(reason instanceof Cancelled)) console.error(name, reason);
    throw reason;
  }
}
