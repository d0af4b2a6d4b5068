import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { ConsentLine } from '@/shared/ui/consent-line';
import { InquiryForm, type InquiryLabels } from '@/shared/ui/inquiry-form';
import { ContactFields, MessageField } from './contact-fields';
import { submissionOf, useSendMessage } from './use-send-message';

/** The contact form: idle, sending, sent (cleared, idle after 3 s), failed (idle after 3 s). */
export function ContactForm() {
  const { t } = useTranslation(['contact', 'site']);
  const language = useLanguage();
  const message = useSendMessage();
  return (
    <InquiryForm
      name="contact"
      labels={useContactLabels(t('form.title'))}
      send={(data, id) => message.mutateAsync(submissionOf(data, { id, language }))}
      failureText={(reason) => failureText(t, reason)}
      consent={<ConsentLine text={t('form.consent')} />}
    >
      <ContactFields />
      <MessageField />
    </InquiryForm>
  );
}

/** The texts of forms that send a contact message, with a title of their own. */
export function useContactLabels(title: string): InquiryLabels {
  const { t } = useTranslation(['contact', 'site']);
  return {
    title,
    idle: t('form.submit'),
    loading: t('form.sending'),
    success: t('form.success'),
    error: t('form.error'),
    thanks: t('form.successText'),
  };
}
