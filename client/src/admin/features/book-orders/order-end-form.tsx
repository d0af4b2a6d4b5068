import { useMemo } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormSwitch } from '@/admin/kit/form/form-choice';
import { asFailure, failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { notify } from '@/shared/ui/toast';
import { MailChoice } from './mail-choice';
import type { Order } from './order-flag';
import { OrderReason, reasonRule } from './order-reason';
import type { Ending } from './order-status';
import { useChangeOrder } from './use-order-changes';

type Props = { order: Order; ending: Ending; onDone: () => void };

/** Cancels an order, or notes that its parcel was refused or returned. */
export function OrderEndForm({ order, ending, onDone }: Props) {
  const { t } = useTranslation(['admin-orders', 'site']);
  const change = useChangeOrder();
  const isParcel = ending !== 'cancelled';
  const schema = useMemo(
    () =>
      z.object({
        reason: reasonRule(t),
        restock: z.boolean(),
        mail: z.boolean(),
        message: z.string().check(z.trim()),
      }),
    [t],
  );
  const failed = (error: unknown) =>
    asFailure(error).kind === 'conflict'
      ? t('end.late')
      : `${t('end.failed')} ${failureText(t, error)}`;
  return (
    <section aria-label={t(`actions.${ending}`)} className="border border-edge p-4">
      <h3 className="mb-3 font-medium">{t(`actions.${ending}`)}</h3>
      <AdminForm
        schema={schema}
        defaults={{
          reason: '',
          restock: isParcel,
          mail: order.language !== null,
          message: '',
        }}
        failed={failed}
        save={t(`end.save.${ending}`)}
        foot={
          <Button look="line" onClick={onDone} className="lg:min-h-9 lg:py-1">
            {t('end.back')}
          </Button>
        }
        onSave={async ({ reason, restock, mail, message }) => {
          await change.mutateAsync({
            order_id: order.id,
            from_status: order.order_status,
            to_status: ending,
            reason,
            restock: isParcel && restock,
            mail,
            message: mail && message !== '' ? message : null,
          });
          notify('good', t(`end.done.${ending}`, { number: order.order_number }), { ms: 6000 });
        }}
        onSaved={onDone}
      >
        <OrderReason />
        {isParcel && (
          <FormSwitch name="restock" label={t('end.restock')} hint={t('end.restockHint')} />
        )}
        <MailChoice order={order} kind={`order_${ending}`} />
      </AdminForm>
    </section>
  );
}
