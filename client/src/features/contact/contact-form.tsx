import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { SelectField, TextArea, TextField } from '../../ui/field';
import { AlertIcon, CheckIcon, SurveyMark } from '../../ui/icons';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { isTrapped, SpamTrap, useUnhurried } from '../../ui/spam-trap';
import { useSubmission, type SubmissionState } from '../../ui/use-submission';
import { submissionOf, topics } from './submission';
import { useSendMessage } from './use-send-message';

const outcome = { successMs: 3000, errorMs: 3000 };

/** The contact form: idle, sending, sent (cleared, idle after 3 s), failed (idle after 3 s). */
export function ContactForm() {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const message = useSendMessage();
  const unhurried = useUnhurried();
  const { state, failure, submit } = useSubmission(outcome);

  const send = (data: FormData) =>
    submit(async () => {
      await unhurried();
      const label = (topic: (typeof topics)[number]) =>
        t(`contact.form.topics.${topic}`, { lng: 'en' });
      if (!isTrapped(data)) await logged(message.mutateAsync(submissionOf(data, label)));
      form.current?.reset();
    });

  return (
    <form
      ref={form}
      aria-labelledby="contact-form-title"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
      className="slip grid gap-5 bg-raised p-6 sm:p-9"
    >
      <h2 id="contact-form-title" className="display text-title">
        {t('contact.form.title')}
      </h2>
      <ContactFields />
      <SpamTrap label={t('honeypot')} />
      {state === 'success' && <Notice tone="good">{t('contact.form.successText')}</Notice>}
      {failure !== undefined && <Notice tone="bad">{t(failureKey(failure))}</Notice>}
      <SendButton state={state} />
      <p className="text-small text-muted">{t('contact.form.consent')}</p>
    </form>
  );
}

function ContactFields() {
  const { t } = useTranslation();
  const mark = { requiredMark: t('required'), required: true };
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...mark}
          label={t('contact.form.name')}
          name="name"
          autoComplete="name"
          maxLength={200}
        />
        <TextField
          {...mark}
          label={t('contact.form.email')}
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={320}
        />
        <TextField
          label={t('contact.form.organization')}
          name="organization"
          autoComplete="organization"
          maxLength={200}
        />
        <SelectField {...mark} label={t('contact.form.topic')} name="topic" defaultValue="speaking">
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {t(`contact.form.topics.${topic}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        {...mark}
        label={t('contact.form.message')}
        name="message"
        rows={6}
        maxLength={10_000}
      />
    </>
  );
}

function SendButton({ state }: { state: SubmissionState }) {
  const { t } = useTranslation();
  const shown = {
    idle: { icon: <SurveyMark />, words: t('contact.form.submit') },
    loading: { icon: <SurveyMark />, words: t('contact.form.sending') },
    success: { icon: <CheckIcon />, words: t('contact.form.success') },
    error: { icon: <AlertIcon />, words: t('contact.form.error') },
  }[state];
  return (
    <SubmitButton
      disabled={state === 'loading'}
      className="min-h-14 w-full text-body sm:w-auto sm:justify-self-start sm:px-9"
    >
      {shown.icon}
      {shown.words}
    </SubmitButton>
  );
}

/** A failed message is logged as well as told. */
async function logged(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error('contact', error);
    throw error;
  }
}
