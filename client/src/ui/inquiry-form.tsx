import { useRef, type ReactNode } from 'react';
import { hasRequiredValues } from './validate-required';
import { Notice } from './notice';
import { isHoneypotFilled, Honeypot, useMinSubmitTime } from './honeypot';
import { SubmissionSign } from './submission-sign';
import { SubmitButton } from './submit-button';
import { useDraft } from './use-draft';
import { useSubmission, type SubmissionState } from './use-submission';

const outcome = { successMs: 3000, errorMs: 3000 };

/** What a form of inquiry says, the four states of its button among it. */
export type InquiryWords = Record<SubmissionState, string> & {
  title: string;
  /** Shown with the success: what happens next. */
  thanks: string;
  /** Names the field that only programs fill in. */
  trap: string;
};

type Props = {
  /** Names the draft of the session, and the form in the log. */
  name: string;
  words: InquiryWords;
  /** Writes the row under this id; the id is the same over every attempt. */
  send: (data: FormData, rowId: string) => Promise<void>;
  /** Says in words why it could not be sent. */
  failureText: (reason: unknown) => string;
  /** Says a failure in the corner too, and returns what takes it back. */
  sayFailure?: () => () => void;
  /** Empty at once, or only when the success has been shown for its 3 s. */
  cleared?: 'at-once' | 'afterwards';
  /** Runs whenever the form has been emptied. */
  onCleared?: () => void;
  /** Between the title and the fields. */
  lead?: ReactNode;
  /** Under the button. */
  consent: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/**
 * A form that becomes one row: idle, sending, sent (3 s), failed (3 s, what was typed stays). One
 * submission however often it is pressed; typed words survive a reload; programs are held off. Its
 * method keeps the browser from sending it by itself, its words in the address, before a script listens.
 */
export function InquiryForm({ name, words, lead, consent, children, ...rest }: Props) {
  const { form, keep, state, failure, submit } = useInquiry({ name, ...rest });
  const cleared = rest.cleared ?? 'at-once';
  return (
    <form
      method="dialog"
      ref={form}
      id={`${name}-form`}
      aria-labelledby={`${name}-form-title`}
      onInput={keep}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasRequiredValues(event.currentTarget)) submit(event.currentTarget);
      }}
      className="slip @container relative grid grid-cols-1 content-start gap-5 bg-raised p-5 sm:p-9"
    >
      <div className="grid grid-cols-1 gap-3">
        <h2 id={`${name}-form-title`} className="display text-title">
          {words.title}
        </h2>
        {lead}
      </div>
      {children}
      <Honeypot label={words.trap} />
      {state === 'success' && <Notice tone="good">{words.thanks}</Notice>}
      {failure !== undefined && <Notice tone="bad">{rest.failureText(failure)}</Notice>}
      <SubmitButton
        disabled={state === 'loading' || (state === 'success' && cleared === 'afterwards')}
        className="min-h-14 w-full text-body"
      >
        <SubmissionSign state={state} />
        {words[state]}
      </SubmitButton>
      {consent}
    </form>
  );
}

type Inquiry = Pick<Props, 'name' | 'send' | 'cleared' | 'onCleared' | 'sayFailure'>;

function useInquiry({ name, send, cleared = 'at-once', onCleared, sayFailure }: Inquiry) {
  const draft = useDraft(name);
  const element = useRef<HTMLFormElement>(null);
  const unhurried = useMinSubmitTime();
  const empty = () => {
    draft.clear();
    element.current?.reset();
    onCleared?.();
  };
  const { state, failure, submit } = useSubmission(outcome, {
    onReset: cleared === 'afterwards' ? empty : undefined,
    sayFailure,
  });

  const work = async (data: FormData) => {
    await unhurried();
    if (!isHoneypotFilled(data)) await told(name, send(data, draft.rowId()));
    if (cleared === 'at-once') empty();
    else draft.clear();
  };
  return {
    form: draft.form,
    keep: draft.keep,
    state,
    failure,
    submit: (form: HTMLFormElement) => {
      element.current = form;
      const data = new FormData(form);
      void submit(() => work(data));
    },
  };
}

/** A failed inquiry is logged as well as told. */
async function told(name: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (reason) {
    console.error(name, reason);
    throw reason;
  }
}
