import { useLanguage, useTranslation } from '@/shared/i18n';
import { countryName } from '@/shared/i18n/country';
import { SelectField, TextField } from '@/shared/ui/field';

/** Values of the product. The United Kingdom is UK here, and GB in ISO 3166. */
const countries = ['MA', 'FR', 'US', 'CA', 'UK'] as const;

// No autofill: a real card must not end up in a demonstration.
const typed = { required: true, autoComplete: 'off', dir: 'ltr' } as const;

/** Fields of the card: number, expiry date, security code and name. */
export function CardFields() {
  const { t } = useTranslation(['checkout', 'site']);
  const requiredMark = t('site:required');
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-5">
      <legend className="display text-title">{t('form.title')}</legend>
      <TextField
        {...typed}
        requiredMark={requiredMark}
        label={t('form.cardNumber')}
        name="cardNumber"
        inputMode="numeric"
        maxLength={23}
        className="mt-5"
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          {...typed}
          requiredMark={requiredMark}
          label={t('form.expiryDate')}
          hint={t('form.expiryHint')}
          name="expiryDate"
          inputMode="numeric"
          maxLength={7}
        />
        <TextField
          {...typed}
          requiredMark={requiredMark}
          label={t('form.cvc')}
          name="cvc"
          inputMode="numeric"
          maxLength={4}
        />
      </div>
      <TextField
        required
        autoComplete="off"
        requiredMark={requiredMark}
        label={t('form.cardName')}
        name="cardName"
        maxLength={200}
      />
    </fieldset>
  );
}

/** Fields of the billing address. */
export function BillingFields() {
  const { t } = useTranslation(['checkout', 'site']);
  const language = useLanguage();
  const mark = { required: true, requiredMark: t('site:required'), autoComplete: 'off' };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-5">
      <legend className="display text-title">{t('form.billing')}</legend>
      <TextField
        {...mark}
        label={t('form.email')}
        name="email"
        type="email"
        dir="ltr"
        maxLength={320}
        className="mt-5"
      />
      <TextField {...mark} label={t('form.address')} name="address" maxLength={500} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1.4fr_1fr]">
        <TextField {...mark} label={t('form.city')} name="city" maxLength={200} />
        <TextField
          {...mark}
          label={t('form.postalCode')}
          name="postalCode"
          dir="ltr"
          maxLength={20}
        />
      </div>
      <SelectField {...mark} label={t('form.country')} name="country" defaultValue="">
        <option value="" disabled>
          {t('form.choose')}
        </option>
        {countries.map((country) => (
          <option key={country} value={country}>
            {countryName(country === 'UK' ? 'GB' : country, country, language)}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
