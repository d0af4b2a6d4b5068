import { useTranslation } from 'react-i18next';
import { failureText } from '../../api/failures';
import { useLanguage } from '../../i18n';
import { ConsentLine } from '../../i18n/consent-line';
import { SelectField, TextArea, TextField, EmailField } from '../../ui/field';
import { InquiryForm } from '../../ui/inquiry-form';
import { budgets, sponsorInquiryOf, useSendSponsorInquiry } from './use-send-sponsor-inquiry';

/** The inquiry of a sponsor. It is reset 3 s after a success. */
export function SponsorForm() {
  const { t } = useTranslation(['sponsor', 'contact', 'site']);
  const language = useLanguage();
  const inquiry = useSendSponsorInquiry();
  return (
    <InquiryForm
      name="sponsor"
      labels={{
        title: t('form.title'),
        idle: t('form.submit'),
        loading: t('form.sending'),
        success: t('form.success'),
        error: t('contact:form.error'),
        thanks: t('form.successText'),
        trap: t('site:honeypot'),
      }}
      cleared="afterwards"
      send={(data, id) => inquiry.mutateAsync(sponsorInquiryOf(data, id, language))}
      failureText={(reason) => failureText(t, reason)}
      consent={<ConsentLine text={t('contact:form.consent')} />}
    >
      <SponsorFields />
    </InquiryForm>
  );
}

function SponsorFields() {
  const { t } = useTranslation(['sponsor', 'site']);
  const mark = { requiredMark: t('site:required'), required: true };
  return (
    <>
      <div className="grid grid-cols-1 gap-5 @md:grid-cols-2">
        <TextField {...mark} label={t('form.name')} name="name" autoComplete="name" />
        <EmailField {...mark} label={t('form.email')} />
        <TextField
          {...mark}
          label={t('form.organization')}
          name="organization"
          autoComplete="organization"
        />
        <SelectField {...mark} label={t('form.budget')} name="budget" defaultValue="">
          <option value="" disabled>
            {t('form.choose')}
          </option>
          {budgets.map((budget) => (
            <option key={budget} value={budget}>
              {t(`form.budgets.${budget}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea {...mark} label={t('form.message')} name="message" rows={6} />
    </>
  );
}
