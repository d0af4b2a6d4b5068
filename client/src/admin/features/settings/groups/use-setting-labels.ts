import { useTranslation } from '@/shared/i18n';
import type labels from '@/shared/i18n/en/admin-settings.json';

type Field = keyof (typeof labels)['fields'];
type Named = Exclude<Field, 'outcomes'>;

/** The placeholder for the name in texts. */
export const namePlaceholder = '{{name}}';

/** The label and the hint of a field; `maybe` adds that it may be empty. */
export function useSettingLabels() {
  const { t } = useTranslation('admin-settings');
  return (label: Named, hint?: Named, maybe?: 'maybe') => {
    const hints = [hint && t(`fields.${hint}`, { mark: namePlaceholder }), maybe && t('notGiven')];
    const text = hints.filter((part) => part !== undefined).join(' ');
    return { label: t(`fields.${label}`), ...(text !== '' && { hint: text }) };
  };
}
