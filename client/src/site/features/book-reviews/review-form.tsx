import { useLanguage, useTranslation } from '@/shared/i18n';
import { ConsentLine } from '@/shared/ui/consent-line';
import { FormFileField } from '@/shared/ui/form-file-field';
import { TextArea, TextField, EmailField } from '@/shared/ui/field';
import { hasRequiredValues } from '@/shared/ui/validate-required';
import { SurveyMark } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { isHoneypotFilled, Honeypot, useMinSubmitTime } from '@/shared/ui/honeypot';
import { SubmitButton } from '@/shared/ui/submit-button';
import { notify } from '@/shared/ui/toast';
import { pictureKinds } from '@/shared/ui/prepare-file';
import { useDraft } from '@/shared/ui/use-draft';
import { useFormFile } from '@/shared/ui/use-form-file';
import { useSubmission } from '@/shared/ui/use-submission';
import { Star } from '@/shared/ui/stars';
import { reviewOf, defaultRating, ratings } from './new-review';
import { uploadProof, useSubmitReview } from './use-reviews';

const outcome = { successMs: 3000, errorMs: 3000 };
const proofLimits = { kinds: pictureKinds, maxBytes: 5 * 1024 * 1024 };

/** The review form. 3 s after a success it calls `onDone`. */
export function ReviewForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const review = useSubmitReview();
  const minSubmitTime = useMinSubmitTime();
  const proof = useFormFile(proofLimits);
  const { form, save, rowId, renewId, clear } = useDraft('book-review');
  const { state, submit } = useSubmission(outcome, {
    onReset: onDone,
    notifyFailure: () => notify('bad', t('reviews.form.error')),
  });

  const send = (data: FormData) =>
    submit(async () => {
      await minSubmitTime();
      if (!isHoneypotFilled(data)) {
        const sent = await proof.send(rowId(), renewId, uploadProof);
        await review.mutateAsync(reviewOf(data, sent, language));
      }
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
      <FormFileField
        file={proof}
        accept="image/*"
        label={t('reviews.form.proof')}
        hint={t('reviews.form.proofHint')}
        choose={t('reviews.form.proofChoose')}
      />
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
      <Honeypot />
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

/** One to five stars as a radio group. */
function RatingField() {
  const { t } = useTranslation('book');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">{t('reviews.form.rating')}</legend>
      <div className="star-choice flex w-fit flex-wrap text-star">
        {ratings.map((rating) => (
          <label
            key={rating}
            className="grid size-12 place-items-center rounded-block has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="rating"
              value={rating}
              defaultChecked={rating === defaultRating}
              aria-label={t('reviews.form.star', { count: rating })}
              className="sr-only"
            />
            <Star className="size-8" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
