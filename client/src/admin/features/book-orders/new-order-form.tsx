import { useMemo } from 'react';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSelect } from '@/admin/kit/form/form-choice';
import { FormNumber } from '@/admin/kit/form/form-number';
import { FormArea } from '@/admin/kit/form/form-text';
import { useTranslation } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { notify } from '@/shared/ui/toast';
import { useAllRows } from '@/admin/kit/rows/use-all-rows';
import { emptyOrder, newOrderSchema } from './new-order';
import { editions } from './order-edition';
import { paymentMethods } from './order-flag';
import { AddressFields, BuyerFields, TotalField } from './order-fields';
import { useAddOrder } from './use-add-order';

/** An order that was taken on the phone or at a stand. */
export function NewOrderForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('admin-orders');
  const price = useBookPrice();
  const add = useAddOrder();
  const schema = useMemo(() => newOrderSchema(t), [t]);
  return (
    <AdminForm
      schema={schema}
      defaults={emptyOrder}
      draft="new-order"
      failed={t('add.failed')}
      constraintErrors={{
        book_orders_buyer_email_format: { field: 'buyer_email', text: t('add.email') },
      }}
      save={t('add.save')}
      onCancel={onDone}
      onSave={async (order) => {
        const number = await add.mutateAsync(order);
        notify('good', t('add.done', { number }), { ms: 6000 });
      }}
      onSaved={onDone}
    >
      <BuyerFields />
      <AddressFields />
      <div className="grid gap-4 @md:grid-cols-2">
        <FormNumber name="quantity" label={t('fields.quantity')} required />
        <TotalField price={price} />
        <FormSelect
          name="payment_method"
          label={t('fields.payment')}
          options={paymentMethods.map((value) => ({ value, label: t(`methods.${value}`) }))}
        />
        <FormSelect
          name="edition"
          label={t('add.edition')}
          options={editions.map((value) => ({ value, label: t(`editions.${value}`) }))}
        />
        <FormSelect
          name="language"
          label={t('mail.language')}
          hint={t('mail.hint')}
          empty={t('mail.none')}
          nullable
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </div>
      <FormArea name="notes" label={t('notes.title')} rows={2} maxLength={5000} dir="auto" />
    </AdminForm>
  );
}

const priceQuery = {
  sort: 'key',
  filters: [['key', 'eq', 'book.price_mad']],
} as const;

/** The price of a copy, in dirhams; null while it loads. */
function useBookPrice(): number | null {
  const { data } = useAllRows('site_settings', priceQuery);
  const price = data?.[0]?.value;
  return typeof price === 'number' ? price : null;
}
