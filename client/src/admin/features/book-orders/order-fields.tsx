import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormNumber } from '@/admin/kit/form/form-number';
import { FormText } from '@/admin/kit/form/form-text';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';

/** Name, phone and e-mail of the buyer. */
export function BuyerFields() {
  const { t } = useTranslation('admin-orders');
  return (
    <>
      <FormText name="buyer_name" label={t('fields.buyer')} required maxLength={200} dir="auto" />
      <div className="grid gap-4 @md:grid-cols-2">
        <FormText
          name="buyer_phone"
          label={t('fields.phone')}
          type="tel"
          inputMode="tel"
          dir="ltr"
          required
          maxLength={40}
        />
        <FormText
          name="buyer_email"
          label={t('fields.email')}
          type="email"
          inputMode="email"
          dir="ltr"
          required
          maxLength={320}
        />
      </div>
    </>
  );
}

/** Street, city and postal code. */
export function AddressFields() {
  const { t } = useTranslation('admin-orders');
  return (
    <>
      <FormText name="shipping_address" label={t('add.street')} maxLength={500} dir="auto" />
      <div className="grid gap-4 @md:grid-cols-2">
        <FormText name="shipping_city" label={t('fields.city')} maxLength={200} dir="auto" />
        <FormText name="shipping_postal_code" label={t('add.postal')} maxLength={20} dir="ltr" />
      </div>
    </>
  );
}

/** The total: price times copies, until another amount is typed. */
export function TotalField({
  price,
  currency = 'MAD',
}: {
  price: number | null;
  currency?: string;
}) {
  const { t } = useTranslation('admin-orders');
  const language = useLanguage();
  const quantity: unknown = useWatch({ name: 'quantity' });
  const { setValue, getFieldState } = useFormContext();
  // The form values are outside React.
  useEffect(() => {
    const isCount = typeof quantity === 'number' && quantity >= 1;
    if (price === null || !isCount || getFieldState('total_amount').isDirty) return;
    setValue('total_amount', price * quantity);
  }, [price, quantity, setValue, getFieldState]);
  return (
    <FormNumber
      name="total_amount"
      label={t('fields.total')}
      decimals
      unit={currency}
      required
      hint={
        price === null
          ? undefined
          : t('add.each', {
              price: t('amount', { amount: formatAmount(price, language), currency }),
            })
      }
    />
  );
}
