import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { ConsentLine } from '../../i18n/consent-line';
import { TextArea, TextField, EmailField } from '../../ui/field';
import { hasRequiredValues } from '../../ui/validate-required';
import { SurveyMark } from '../../ui/icons';
import { Notice } from '../../ui/notice';
import { isHoneypotFilled, Honeypot, useMinSubmitTime } from '../../ui/honeypot';
import { SubmitButton } from '../../ui/submit-button';
import { notify } from '../../ui/toast';
import { useDraft } from '../../ui/use-draft';
import { useSubmission } from '../../ui/use-submission';
import { reviewOf } from './new-review';
import { RatingField } from './rating-field';
import { useSubmitReview } from './use-reviews';

const outcome = { successMs: 3000, errorMs: 3000 };

/** The review form. 3 s after a success it calls `onDone`. */
export function ReviewForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const review = useSubmitReview();
  const minSubmitTime = useMinSubmitTime();
  const { form, save, rowId, clear } = useDraft('book-review');
  const { state, submit } = useSubmission(outcome, {
    onReset: onDone,
    notifyFailure: () => notify('bad', t('reviews.form.error')),
  });

  const send = (data: FormData) =>
    submit(async () => {
      await minSubmitTime();
      if (!isHoneypotFilled(data)) await review.mutateAsync(reviewOf(data, rowId(), language));
      clear();
    });

  if (state === 'success') return <ReviewThanks />;
  return (
    <form
      method="dialog"
      ref={form}
      aria-label={t('reviews.form.title')}
      onInput={save}
      onSubmit={(event) => {
        event.preventDefault();
        if (hasRequiredValues(event.currentTarget)) void send(new FormData(event.currentTarget));
      }}
      className="grid grid-cols-1 gap-5"
    >
      <p className="text-small text-muted">{t('reviews.form.lead')}</p>
      <RatingField />
      <ReviewFields />
      <SubmitButton disabled={state === 'loading'} className="min-h-14 text-body">
        <SurveyMark />
        {t(state === 'loading' ? 'reviews.form.sending' : 'reviews.form.submit')}
      </SubmitButton>
      <ConsentLine text={t('reviews.form.consent')} />
    </form>
  );
}

function ReviewFields() {
  const { t } = useTranslation(['book', 'site']);
  const mark = { requiredMark: t('site:required'), required: true };
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField {...mark} label={t('reviews.form.name')} name="name" autoComplete="name" />
        <EmailField label={t('reviews.form.email')} hint={t('reviews.form.emailHint')} />
      </div>
      <TextArea {...mark} label={t('reviews.form.comment')} name="comment" rows={5} />
      <Honeypot label={t('site:honeypot')} />
    </>
  );
}

function ReviewThanks() {
  const { t } = useTranslation('book');
  return (
    <Notice tone="good">
      <p className="display text-title">{t('reviews.form.success')}</p>
      <p className="mt-1">{t('reviews.form.successText')}</p>
    </Notice>
  );
}
