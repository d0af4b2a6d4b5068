import { useMutation } from '@tanstack/react-query';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { ConsentLine } from '@/shared/ui/consent-line';
import { TextArea, TextField, EmailField } from '@/shared/ui/field';
import { PhoneField } from '@/shared/ui/phone-field';
import { InquiryForm } from '@/shared/ui/inquiry-form';
import { notify } from '@/shared/ui/toast';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import type { Insert } from '@/shared/api/rows';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/ui/form-text';
import { normalisePhone } from '@/shared/ui/phone';
import { useIsPast, type Days } from './retreat-dates';

/** The form to join; after the edition it is the waiting list for the next one. */
export function RetreatForm({ days }: { days: Days }) {
  const { t } = useTranslation(['retreat', 'contact', 'site']);
  const language = useLanguage();
  const inquiry = useSendRetreatInquiry();
  return (
    <InquiryForm
      name="retreat"
      labels={{
        title: t('form.title'),
        idle: t('form.submit'),
        loading: t('form.sending'),
        success: t('form.success'),
        error: t('form.error'),
        thanks: t('form.successText'),
      }}
      lead={<FormLead days={days} />}
      cleared="afterwards"
      send={(data, id) => inquiry.mutateAsync(retreatInquiryOf(data, id, language))}
      notifyFailure={() => notify('bad', t('form.failed'))}
      failureText={(reason) => failureText(t, reason)}
      consent={<ConsentLine text={t('contact:form.consent')} />}
    >
      <RetreatFields />
    </InquiryForm>
  );
}

// Both sentences are rendered in one place, to avoid a layout shift after hydration.
function FormLead({ days }: { days: Days }) {
  const { t } = useTranslation('retreat');
  const past = useIsPast(days);
  return (
    <p className="grid items-center border-s-4 border-accent ps-4 text-body *:[grid-area:1/1]">
      <span className={past ? 'invisible' : ''}>{t('form.open')}</span>
      <span className={past ? '' : 'invisible'}>{t('form.past')}</span>
    </p>
  );
}

function RetreatFields() {
  const { t } = useTranslation(['retreat', 'site']);
  const mark = { requiredMark: t('site:required'), required: true };
  return (
    <>
      <div className="grid grid-cols-1 gap-5 @md:grid-cols-2">
        <TextField
          {...mark}
          label={t('form.name')}
          name="name"
          autoComplete="name"
          className="@md:col-span-2"
        />
        <EmailField {...mark} label={t('form.email')} />
        <PhoneField {...mark} label={t('form.phone')} problem={t('site:phoneProblem')} />
      </div>
      <TextArea label={t('form.message')} name="message" rows={4} />
    </>
  );
}

const send = (inquiry: Insert<'retreat_inquiries'>) =>
  insertIdempotent((client) => client.from('retreat_inquiries').insert(inquiry));

/** Inserts an inquiry. Fails at once when offline. */
const useSendRetreatInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });

/** The row of an inquiry; an empty message is null. */
const retreatInquiryOf = (
  data: FormData,
  id: string,
  language: Language,
): Insert<'retreat_inquiries'> => ({
  id,
  name: textOf(data, 'name'),
  email: textOf(data, 'email'),
  phone: normalisePhone(textOf(data, 'phone')),
  message: textOf(data, 'message') || null,
  status: 'new',
  language,
});
