import { useTranslation } from '@/shared/i18n';
import { SelectField, TextArea, TextField, EmailField } from '@/shared/ui/field';
import { topics } from './use-send-message';

/** Name, e-mail, organization and topic. */
export function ContactFields() {
  const { t } = useTranslation(['contact', 'site']);
  const mark = { requiredMark: t('site:required'), required: true };
  return (
    <div className="grid grid-cols-1 gap-5 @md:grid-cols-2">
      <TextField {...mark} label={t('form.name')} name="name" autoComplete="name" />
      <EmailField {...mark} label={t('form.email')} />
      <TextField label={t('form.organization')} name="organization" autoComplete="organization" />
      <SelectField {...mark} label={t('form.topic')} name="topic" defaultValue="speaking">
        {topics.map((topic) => (
          <option key={topic} value={topic}>
            {t(`form.topics.${topic}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** The message: a resizable text area of six rows. */
export function MessageField() {
  const { t } = useTranslation(['contact', 'site']);
  return (
    <TextArea
      required
      requiredMark={t('site:required')}
      label={t('form.message')}
      name="message"
      rows={6}
    />
  );
}
