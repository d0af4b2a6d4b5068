import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSelect, FormSwitch } from '@/admin/kit/form/form-choice';
import { FormNumber } from '@/admin/kit/form/form-number';
import { FormDate } from '@/admin/kit/form/form-text';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';
import { newId } from '@/shared/ui/new-id';
import { notify } from '@/shared/ui/toast';
import { MailChoice } from './mail-choice';
import type { Order } from './order-flag';
import { OrderReason } from './order-reason';
import { dayOf, refundable, refundMethods, refundSchema } from './order-refund';
import { useAddRefund } from './use-refunds';

type Props = { order: Order; onDone: () => void };

/** Enters what was given back of a paid order, in one part or several. */
export function OrderRefundForm({ order, onDone }: Props) {
  const { t } = useTranslation(['admin-orders', 'site']);
  const language = useLanguage();
  const add = useAddRefund();
  const [id] = useState(newId);
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const left = refundable(order);
  const amountText = (amount: number) =>
    t('amount', { amount: formatAmount(amount, language), currency: order.currency });
  const most = amountText(left);
  const schema = useMemo(() => refundSchema(t, order, today, most), [t, order, today, most]);
  const tooMuch = { field: 'amount', text: t('refund.amountWrong', { most }) };
  return (
    <section aria-label={t('refund.title')} className="border border-edge p-4">
      <h3 className="mb-3 font-medium">{t('refund.title')}</h3>
      <AdminForm
        schema={schema}
        defaults={{
          amount: left,
          refunded_on: today,
          method: refundMethods[0],
          reason: '',
          mail: order.language !== null,
          tell_reason: false,
          message: '',
        }}
        failed={t('refund.failed')}
        constraintErrors={{
          book_orders_refunded_at_most_paid: tooMuch,
          book_order_refunds_amount_positive: tooMuch,
        }}
        save={t('refund.save')}
        onCancel={onDone}
        onSave={async ({ message, ...refund }) => {
          await add.mutateAsync({
            id,
            order_id: order.id,
            ...refund,
            tell_reason: refund.mail && refund.tell_reason,
            message: refund.mail && message !== '' ? message : null,
          });
          const amount = amountText(refund.amount);
          notify('good', t('refund.done', { amount, number: order.order_number }), { ms: 6000 });
        }}
        onSaved={onDone}
      >
        <div className="grid gap-4 @md:grid-cols-2">
          <FormNumber
            name="amount"
            label={t('refund.amount')}
            hint={t('refund.most', { most })}
            decimals
            unit={order.currency}
            required
          />
          <FormDate
            name="refunded_on"
            label={t('refund.day')}
            min={dayOf(order.created_at)}
            max={today}
            required
          />
          <FormSelect
            name="method"
            label={t('refund.method')}
            required
            options={refundMethods.map((value) => ({ value, label: t(`refund.methods.${value}`) }))}
          />
        </div>
        <OrderReason hint={order.language === null ? undefined : t('refund.reasonHint')} />
        <RefundMailChoice order={order} schema={schema} />
      </AdminForm>
    </section>
  );
}

type MailProps = { order: Order; schema: ReturnType<typeof refundSchema> };

/** The preview is of the refund that the form holds; what is wrong with it is shown at its field. */
function RefundMailChoice({ order, schema }: MailProps) {
  const { t } = useTranslation('admin-orders');
  const { getValues, trigger } = useFormContext();
  const about = () => {
    const typed = schema.safeParse(getValues());
    if (typed.success) {
      const { amount, refunded_on, method, reason, tell_reason } = typed.data;
      return { refund: { amount, refunded_on, method, reason, tell_reason } };
    }
    void trigger(undefined, { shouldFocus: true });
    return 'invalid';
  };
  return (
    <MailChoice order={order} kind="order_refunded" about={about}>
      <FormSwitch
        name="tell_reason"
        label={t('refund.tellReason')}
        hint={t('refund.tellReasonHint')}
      />
    </MailChoice>
  );
}
