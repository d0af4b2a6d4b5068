import { useChangeRow } from '@/admin/kit/rows/use-change-row';
import { useTranslation } from '@/shared/i18n';
import { isLanguage, languages } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { SelectField } from '@/shared/ui/field';
import type { Order } from './order-flag';

/** The language of the e-mails to the buyer; none where no e-mail is sent. A choice is saved at once. */
export function OrderMailLanguage({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  const change = useChangeRow('book_orders', { failed: t('mail.failed') });
  const choose = (language: string) =>
    change.mutate({
      id: order.id,
      set: {
        language: isLanguage(language) ? language : null,
        updated_at: new Date().toISOString(),
      },
    });
  return (
    <div className="grid gap-1">
      <SelectField
        name="language"
        label={t('mail.language')}
        hint={t('mail.hint')}
        value={order.language ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        className="sm:max-w-80"
      >
        <option value="">{t('mail.none')}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>
      <span role="status" className="text-small text-muted">
        {change.isSuccess && t('mail.saved')}
      </span>
    </div>
  );
}
