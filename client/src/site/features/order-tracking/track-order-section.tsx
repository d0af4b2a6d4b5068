import { useId } from 'react';
import { asFailure, failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { TextField } from '@/shared/ui/field';
import { textOf } from '@/shared/ui/form-text';
import { Notice } from '@/shared/ui/notice';
import { SubmitButton } from '@/shared/ui/submit-button';
import { OrderTimeline } from './order-timeline';
import { useTrackOrder } from './use-track-order';

type Props = {
  /** The order number in the URL; '' shows a field for it. */
  number: string;
  phone: string | undefined;
};

/** The tracking of an order. Requires the phone number too. */
export function TrackOrderSection({ number, phone }: Props) {
  const { t } = useTranslation(['checkout', 'site']);
  const title = useId();
  const { mutate, data, error, isPending } = useTrackOrder();
  const mark = { required: true, requiredMark: t('site:required'), dir: 'ltr' } as const;
  return (
    <section aria-labelledby={title} className="no-print slip bg-raised p-[min(1.5rem,5vw)] sm:p-9">
      <h2 id={title} className="display text-title">
        {t('track.title')}
      </h2>
      <form
        method="dialog"
        className="mt-6 grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          if (isPending) return;
          mutate({ number: number || textOf(form, 'number'), phone: textOf(form, 'phone') });
        }}
      >
        {number === '' && (
          <TextField {...mark} label={t('track.number')} name="number" maxLength={40} />
        )}
        <TextField
          {...mark}
          label={t('track.phone')}
          hint={t('track.phoneHint')}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          defaultValue={phone}
          maxLength={40}
        />
        {error !== null && (
          <Notice tone="bad">
            {asFailure(error).kind === 'invalid' ? t('track.unknown') : failureText(t, error)}
          </Notice>
        )}
        <SubmitButton disabled={isPending} className="min-h-14 w-full text-body">
          {t(isPending ? 'track.showing' : 'track.show')}
        </SubmitButton>
      </form>
      <div role="status">{data !== undefined && <OrderTimeline order={data} />}</div>
    </section>
  );
}
