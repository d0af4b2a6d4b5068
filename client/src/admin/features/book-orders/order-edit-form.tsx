import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSelect } from '@/admin/kit/form/form-choice';
import { FormNumber } from '@/admin/kit/form/form-number';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { notify } from '@/shared/ui/toast';
import { MailChoice } from './mail-choice';
import { editions } from './order-edition';
import { changesOf, editSchema, valuesOf, type EditValues } from './order-edit';
import { AddressFields, BuyerFields, TotalField } from './order-fields';
import type { Order } from './order-flag';
import { isEditable } from './order-status';
import { useEditOrder, useStoredOrder } from './use-edit-order';

type Props = { id: string; onDone: () => void };

/** Corrects an order. What another admin saves meanwhile is never overwritten unseen. */
export function OrderEditForm({ id, onDone }: Props) {
  const { t } = useTranslation(['admin-orders', 'site']);
  const { data, error, refetch } = useStoredOrder(id);
  if (data !== undefined) return <EditForm order={data} onDone={onDone} />;
  if (error === null) return <Spinner label={t('edit.loading')} className="min-h-64" />;
  return (
    <FailureNotice
      text={`${t('failed')} ${failureText(t, error)}`}
      retryLabel={t('site:retry')}
      onRetry={() => void refetch()}
    />
  );
}

function EditForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { t } = useTranslation('admin-orders');
  const edit = useEditOrder();
  const schema = useMemo(() => editSchema(t), [t]);
  const defaults = useSteady(valuesOf(order));
  return (
    <section aria-label={t('edit.title')} className="border border-edge p-4">
      <h3 className="mb-3 font-medium">{t('edit.title')}</h3>
      <AdminForm
        schema={schema}
        defaults={defaults}
        failed={t('edit.failed')}
        record={{ table: 'book_orders', ids: [order.id] }}
        constraintErrors={{
          book_orders_buyer_email_format: { field: 'buyer_email', text: t('add.email') },
        }}
        save={t('edit.save')}
        onCancel={onDone}
        onSave={async (values) => {
          const changes = changesOf(order, values);
          if (Object.keys(changes).length === 0) return;
          const message = values.mail && values.message !== '' ? values.message : null;
          await edit.mutateAsync({ shown: order, changes, mail: values.mail, message });
          notify('good', t('edit.done', { number: order.order_number }), { ms: 6000 });
        }}
        onSaved={onDone}
      >
        <BuyerFields />
        {isEditable(order) ? (
          <ContentFields order={order} />
        ) : (
          <p className="text-small text-muted">{t('edit.sent')}</p>
        )}
        <EditMailChoice order={order} schema={schema} />
      </AdminForm>
    </section>
  );
}

/** The same object while the values are equal. */
function useSteady(values: EditValues): EditValues {
  const [steady, setSteady] = useState(values);
  if (JSON.stringify(steady) === JSON.stringify(values)) return steady;
  setSteady(values);
  return values;
}

function ContentFields({ order }: { order: Order }) {
  const { t } = useTranslation('admin-orders');
  return (
    <>
      <AddressFields />
      <div className="grid gap-4 @md:grid-cols-2">
        {order.paid ? (
          <p className="text-small text-muted">{t('edit.paid')}</p>
        ) : (
          <>
            <FormNumber name="quantity" label={t('fields.quantity')} required />
            <TotalField price={order.total_amount / order.quantity} currency={order.currency} />
          </>
        )}
        <FormSelect
          name="edition"
          label={t('add.edition')}
          empty={t('none')}
          nullable
          options={editions.map((value) => ({ value, label: t(`editions.${value}`) }))}
        />
      </div>
    </>
  );
}

type MailProps = { order: Order; schema: ReturnType<typeof editSchema> };

/** The preview is of the order with the corrections that the form holds, as far as they are valid. */
function EditMailChoice({ order, schema }: MailProps) {
  const { getValues } = useFormContext();
  const about = () => {
    const typed = schema.safeParse(getValues());
    return typed.success ? { changes: changesOf(order, typed.data) } : {};
  };
  return <MailChoice order={order} kind="order_changed" about={about} />;
}
