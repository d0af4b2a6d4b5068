import { useId, useRef } from 'react';
import { asFailure, failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { Notice } from '@/shared/ui/notice';
import { SubmitButton } from '@/shared/ui/submit-button';
import { useSubmission } from '@/shared/ui/use-submission';
import { outcome, useDownloadReceipt, useEmailReceipt } from './use-receipt';

type Props = {
  code: string;
  /** The buyer's e-mail, if passed in the location state; never part of the URL. */
  email: string | undefined;
};

/** Requests the receipt by e-mail or as a file. Requires the e-mail of the order. */
export function ReceiptSection({ code, email }: Props) {
  const { t } = useTranslation(['checkout', 'site']);
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const mail = useMail(code);
  const file = useDownloadReceipt(code);
  const isBusy = mail.state === 'loading' || file.state === 'loading';
  const run = (action: (contact: string) => void) => {
    if (form.current?.reportValidity() === true) {
      action(textOf(new FormData(form.current), 'email'));
    }
  };
  return (
    <section aria-labelledby={title} className="no-print">
      <h2 id={title} className="display text-title">
        {t('receipt.title')}
      </h2>
      <form
        method="dialog"
        ref={form}
        className="mt-6 grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          run(mail.send);
        }}
      >
        <TextField
          label={t('receipt.email')}
          hint={t('receipt.emailHint')}
          name="email"
          type="email"
          dir="ltr"
          required
          requiredMark={t('site:required')}
          autoComplete="email"
          defaultValue={email}
          maxLength={320}
        />
        <Outcome failure={mail.failure ?? file.failure} isMailed={mail.state === 'success'} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton disabled={isBusy}>
            {t(mail.state === 'loading' ? 'receipt.sending' : 'receipt.send')}
          </SubmitButton>
          <Button look="line" disabled={isBusy} onClick={() => run(file.download)}>
            {t(file.state === 'loading' ? 'receipt.downloading' : 'receipt.download')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function useMail(code: string) {
  const { mutateAsync } = useEmailReceipt(code);
  const { state, failure, submit } = useSubmission(outcome);
  return { state, failure, send: (to: string) => void submit(() => mutateAsync(to)) };
}

function Outcome({ failure, isMailed }: { failure: unknown; isMailed: boolean }) {
  const { t } = useTranslation(['checkout', 'site']);
  if (isMailed) return <Notice tone="good">{t('receipt.sentText')}</Notice>;
  if (failure === undefined) return null;
  const isUnknown = asFailure(failure).kind === 'invalid';
  return <Notice tone="bad">{isUnknown ? t('receipt.unknown') : failureText(t, failure)}</Notice>;
}
