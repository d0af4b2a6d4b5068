import { useId } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { cityNames } from '@/shared/i18n/city';
import { TextField } from '@/shared/ui/field';
import { PhoneField } from '@/shared/ui/phone-field';
import type { OrderDraft, OrderField } from './order';
import type { OrderProblem } from './order-problem';

type Props = { draft: OrderDraft; problem: OrderProblem | undefined };

/** Contact and address of the buyer. */
export function AddressFields({ draft, problem }: Props) {
  const { t } = useTranslation(['book', 'site']);
  const mark = { requiredMark: t('site:required'), required: true };
  const field = (name: OrderField) => ({
    name,
    defaultValue: draft[name],
    error: problem?.field === name ? t(problem.key) : undefined,
  });
  return (
    <>
      <TextField {...field('name')} {...mark} label={t('order.name')} autoComplete="name" />
      <TextField
        {...field('email')}
        {...mark}
        label={t('order.email')}
        type="email"
        dir="ltr"
        autoComplete="email"
      />
      <PhoneField
        {...field('phone')}
        {...mark}
        label={t('order.phone')}
        hint={t('order.phoneHint')}
        problem={t('site:phoneProblem')}
      />
      <TextField
        {...field('address')}
        {...mark}
        label={t('order.address')}
        autoComplete="street-address"
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1.6fr_1fr]">
        <CityField {...field('city')} {...mark} label={t('order.city')} />
        <TextField
          {...field('postalCode')}
          label={t('order.postalCode')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="postal-code"
        />
      </div>
    </>
  );
}

/** A text field with suggested cities. */
function CityField(field: { label: string; error: string | undefined }) {
  const list = useId();
  const language = useLanguage();
  return (
    <div>
      <TextField {...field} list={list} autoComplete="address-level2" />
      <datalist id={list}>
        {cityNames(language).map((city) => (
          <option key={city}>{city}</option>
        ))}
      </datalist>
    </div>
  );
}
