import * as z from 'zod/mini';
import { FormSelect } from '@/admin/kit/form/form-choice';
import { useTranslation } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { SettingGroup } from '../setting-group';
import { otherwise } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const frequencies = ['each', 'daily', 'none'] as const;

const frequency = z.enum(frequencies);
const language = z.enum(languages);

const read = z.object({
  mail: z.object({
    owner_orders: otherwise(frequency, 'each'),
    owner_inquiries: otherwise(frequency, 'each'),
    owner_language: otherwise(language, 'en'),
  }),
});

const write = () =>
  z.object({
    mail: z.object({
      owner_orders: frequency,
      owner_inquiries: frequency,
      owner_language: language,
    }),
  });

/** Which e-mails the owner gets, and in which language. */
export function MailGroup({ rows }: { rows: Setting[] }) {
  const { t } = useTranslation('admin-settings');
  const labels = useSettingLabels();
  const options = frequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }));
  return (
    <SettingGroup id="mail" page="/contact" {...{ rows, read, write }}>
      <FormSelect
        name="mail.owner_orders"
        options={options}
        {...labels('mailOrders', 'mailOrdersHint')}
      />
      <FormSelect
        name="mail.owner_inquiries"
        options={options}
        {...labels('mailInquiries', 'mailInquiriesHint')}
      />
      <FormSelect
        name="mail.owner_language"
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...labels('mailLanguage', 'mailLanguageHint')}
      />
    </SettingGroup>
  );
}
