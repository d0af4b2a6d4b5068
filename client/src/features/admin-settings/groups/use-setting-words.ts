import { useTranslation } from 'react-i18next';
import type words from '../../../i18n/en/admin-settings.json';

type Field = keyof (typeof words)['fields'];
type Named = Exclude<Field, 'outcomes'>;

/** Stands for her name in the texts; said to the owner as it is typed. */
export const nameMark = '{{name}}';

/** The label and the hint of a field; `maybe` adds what follows where it is left empty. */
export function useSettingWords() {
  const { t } = useTranslation('admin-settings');
  return (label: Named, hint?: Named, maybe?: 'maybe') => {
    const said = [hint && t(`fields.${hint}`, { mark: nameMark }), maybe && t('notGiven')];
    const whole = said.filter((part) => part !== undefined).join(' ');
    return { label: t(`fields.${label}`), ...(whole !== '' && { hint: whole }) };
  };
}
