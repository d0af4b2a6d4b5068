import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/field';
import type { OrderDraft } from './order';

const cities = [
  'Casablanca',
  'Rabat',
  'Marrakech',
  'Fès',
  'Tanger',
  'Agadir',
  'Meknès',
  'Oujda',
  'Tétouan',
  'Kénitra',
];

/** Who buys and where the book goes. The limits are those of the table. */
export function AddressFields({ draft }: { draft: OrderDraft }) {
  const { t } = useTranslation();
  const cityList = useId();
  const mark = { requiredMark: t('required'), required: true };
  return (
    <>
      <TextField
        {...mark}
        label={t('order.name')}
        name="name"
        defaultValue={draft.name}
        autoComplete="name"
        maxLength={200}
      />
      <TextField
        {...mark}
        label={t('order.email')}
        name="email"
        type="email"
        dir="ltr"
        defaultValue={draft.email}
        autoComplete="email"
        maxLength={320}
      />
      <TextField
        {...mark}
        label={t('order.phone')}
        hint={t('order.phoneHint')}
        name="phone"
        type="tel"
        dir="ltr"
        defaultValue={draft.phone}
        autoComplete="tel"
        maxLength={40}
      />
      <TextField
        {...mark}
        label={t('order.address')}
        name="address"
        defaultValue={draft.address}
        autoComplete="street-address"
        maxLength={500}
      />
      <div className="grid gap-5 sm:grid-cols-[1.6fr_1fr]">
        <TextField
          {...mark}
          label={t('order.city')}
          name="city"
          list={cityList}
          defaultValue={draft.city}
          autoComplete="address-level2"
          maxLength={200}
        />
        <TextField
          label={t('order.postalCode')}
          name="postalCode"
          inputMode="numeric"
          dir="ltr"
          defaultValue={draft.postalCode}
          autoComplete="postal-code"
          maxLength={20}
        />
        <datalist id={cityList}>
          {cities.map((city) => (
            <option key={city}>{city}</option>
          ))}
        </datalist>
      </div>
    </>
  );
}
