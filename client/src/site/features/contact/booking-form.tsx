import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { ConsentLine } from '@/shared/ui/consent-line';
import { textOf } from '@/shared/ui/form-text';
import { InquiryForm } from '@/shared/ui/inquiry-form';
import { BookingFields, type Talk } from './booking-fields';
import { ContactFields, MessageField } from './contact-fields';
import { useContactLabels } from './contact-form';
import { submissionOf, useSendMessage } from './use-send-message';

const extras = ['talk', 'date', 'audience', 'budget'] as const;

type Props = {
  talks: Talk[];
  /** The slug of the chosen talk; '' for none. */
  chosen: string;
  onChoose: (slug: string) => void;
};

/** The contact form as a booking request: the extra fields become lines of the message. */
export function BookingForm({ talks, chosen, onChoose }: Props) {
  const { t } = useTranslation(['contact', 'site']);
  const language = useLanguage();
  const message = useSendMessage();
  const linesOf = (data: FormData) =>
    extras.flatMap((extra) => {
      const typed = textOf(data, extra);
      const value = talks.find(({ slug }) => slug === typed)?.title.text ?? typed;
      return value === '' ? [] : [t(`booking.lines.${extra}`, { value })];
    });
  return (
    <InquiryForm
      name="booking"
      labels={useContactLabels(t('booking.title'))}
      lead={<p className="text-small text-muted">{t('booking.lead')}</p>}
      send={(data, id) =>
        message.mutateAsync(submissionOf(data, { id, language, lines: linesOf(data) }))
      }
      failureText={(reason) => failureText(t, reason)}
      onCleared={() => onChoose('')}
      consent={<ConsentLine text={t('form.consent')} />}
    >
      <BookingFields talks={talks} chosen={chosen} onChoose={onChoose} />
      <ContactFields />
      <MessageField />
    </InquiryForm>
  );
}
