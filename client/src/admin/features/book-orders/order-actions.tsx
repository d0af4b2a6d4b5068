import { useState } from 'react';
import { useConfirm } from '@/admin/kit/confirm';
import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { asFailure } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { notify } from '@/shared/ui/toast';
import { OrderEditForm } from './order-edit-form';
import { OrderEndForm } from './order-end-form';
import type { Order } from './order-flag';
import { refundable } from './order-refund';
import { OrderRefundForm } from './order-refund-form';
import { endingsOf, isEnded, type Ending } from './order-status';
import { useChangeOrder } from './use-order-changes';

const className = 'max-sm:grow lg:min-h-9 lg:py-1';

/** The actions on an order in its state: edit, end, refund, reopen, and delete spam. */
export function OrderActions({ order, onDeleted }: { order: Order; onDeleted: () => void }) {
  const { t } = useTranslation('admin-orders');
  const [form, setForm] = useState<'edit' | 'refund' | Ending>();
  const close = () => setForm(undefined);
  const endings = endingsOf(order);
  // Somebody else may have ended the order meanwhile.
  const ending = endings.find((each) => each === form);
  if (form === 'edit') return <OrderEditForm id={order.id} onDone={close} />;
  if (ending !== undefined) return <OrderEndForm order={order} ending={ending} onDone={close} />;
  if (form === 'refund' && refundable(order) > 0) {
    return <OrderRefundForm order={order} onDone={close} />;
  }
  return (
    <div role="group" aria-label={t('actions.title')} className="flex flex-wrap gap-2">
      {order.erased_at === null && (
        <Button look="line" className={className} onClick={() => setForm('edit')}>
          {t('actions.edit')}
        </Button>
      )}
      {endings.map((each) => (
        <Button key={each} look="line" className={className} onClick={() => setForm(each)}>
          {t(`actions.${each}`)}
        </Button>
      ))}
      {order.order_status === 'new' && <StatusButton order={order} to="spam" label="spam" />}
      {refundable(order) > 0 && (
        <Button look="line" className={className} onClick={() => setForm('refund')}>
          {t('refund.action')}
        </Button>
      )}
      {isEnded(order) && order.refunded_amount === 0 && (
        <StatusButton order={order} to="new" label="reopen" />
      )}
      {order.order_status === 'spam' && <DeleteButton order={order} onDeleted={onDeleted} />}
    </div>
  );
}

type StatusProps = { order: Order; to: 'spam' | 'new'; label: 'spam' | 'reopen' };

/** Changes the state at once. The server reopens an order as its flags say. */
function StatusButton({ order, to, label }: StatusProps) {
  const { t } = useTranslation('admin-orders');
  const showError = useErrorToast();
  const change = useChangeOrder();
  const run = () =>
    change.mutate(
      { order_id: order.id, from_status: order.order_status, to_status: to },
      {
        onSuccess: () =>
          notify('good', t(`actions.done.${label}`, { number: order.order_number }), { ms: 6000 }),
        onError: (error) =>
          asFailure(error).kind === 'conflict'
            ? notify('bad', t('end.late'))
            : showError(t('toggleFailed', { number: order.order_number }), error),
      },
    );
  return (
    <Button
      look="line"
      className={className}
      aria-busy={change.isPending}
      onClick={() => change.isPending || run()}
    >
      {t(`actions.${label}`)}
    </Button>
  );
}

function DeleteButton({ order, onDeleted }: { order: Order; onDeleted: () => void }) {
  const { t } = useTranslation('admin-orders');
  const confirm = useConfirm();
  const remove = useDeleteRow('book_orders', {
    failed: t('actions.deleteFailed'),
    alsoIn: ['book_order_search', 'form_submissions'],
    onDone: () => {
      notify('good', t('actions.deleted', { number: order.order_number }), { ms: 6000 });
      onDeleted();
    },
  });
  const ask = async () => {
    const isSure = await confirm({
      question: t('actions.deleteQuestion', { number: order.order_number }),
      detail: t('actions.deleteDetail'),
      action: t('actions.delete'),
      tone: 'bad',
    });
    if (isSure) remove.mutate(order.id);
  };
  return (
    <Button look="line" className={className} onClick={() => void ask()}>
      {t('actions.delete')}
    </Button>
  );
}
