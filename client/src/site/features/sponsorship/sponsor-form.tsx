import { useMutation } from '@tanstack/react-query';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { ConsentLine } from '@/shared/ui/consent-line';
import { FormFileField } from '@/shared/ui/form-file-field';
import { SelectField, TextArea, TextField, EmailField } from '@/shared/ui/field';
import { InquiryForm } from '@/shared/ui/inquiry-form';
import { documentKinds, pictureKinds } from '@/shared/ui/prepare-file';
import { useFormFile, type Sent, type SendFile } from '@/shared/ui/use-form-file';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import type { Insert } from '@/shared/api/rows';
import type { Language } from '@/shared/i18n/language';
import { uploadFile } from '@/shared/api/upload-file';
import { textOf } from '@/shared/ui/form-text';

const limits = { kinds: [...documentKinds, ...pictureKinds], maxBytes: 10 * 1024 * 1024 };
const accept = '.pdf,.doc,.docx,.ppt,.pptx,image/*';

/** The inquiry of a sponsor. It is reset 3 s after a success. */
export function SponsorForm() {
  const { t } = useTranslation(['sponsor', 'contact', 'site']);
  const language = useLanguage();
  const inquiry = useSendSponsorInquiry();
  const attachment = useFormFile(limits);
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
      }}
      cleared="afterwards"
      send={async (data, id, renewId) => {
        const sent = await attachment.send(id, renewId, uploadAttachment);
        await inquiry.mutateAsync(sponsorInquiryOf(data, sent, language));
      }}
      onCleared={attachment.remove}
      failureText={(reason) => failureText(t, reason)}
      consent={<ConsentLine text={t('contact:form.consent')} />}
    >
      <SponsorFields />
      <FormFileField
        file={attachment}
        accept={accept}
        label={t('form.attachment')}
        hint={t('form.attachmentHint')}
        choose={t('form.attachmentChoose')}
      />
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

/** Upper limits in US dollars, and `custom` for any other. */
const budgets = ['5k', '10k', '25k', '50k', 'custom'] as const;

const budgetOf = (value: string) => budgets.find((budget) => budget === value) ?? 'custom';

/** The row of an inquiry. */
const sponsorInquiryOf = (
  data: FormData,
  { id, file }: Sent,
  language: Language,
): Insert<'sponsorship_inquiries'> => ({
  id,
  name: textOf(data, 'name'),
  email: textOf(data, 'email'),
  organization: textOf(data, 'organization'),
  budget_range: budgetOf(textOf(data, 'budget')),
  message: textOf(data, 'message'),
  status: 'new',
  language,
  ...(file !== undefined && { attachment_path: id, attachment_name: file.name }),
});

/** Uploads an attachment, which admins alone read. */
const uploadAttachment: SendFile = (path, { body, type }, options) =>
  uploadFile({ bucket: 'sponsor-attachments', path, body, type, ...options });

const send = (inquiry: Insert<'sponsorship_inquiries'>) =>
  insertIdempotent((client) => client.from('sponsorship_inquiries').insert(inquiry));

/** Inserts an inquiry. Fails at once when offline. */
const useSendSponsorInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });
