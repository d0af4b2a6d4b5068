import { useConfirm } from '@/admin/kit/confirm';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount, formatDate, formatDateTime } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { notify } from '@/shared/ui/toast';
import type { Order } from './order-flag';
import { refundMethods, type Refund } from './order-refund';
import { useWithdrawRefund } from './use-refunds';

type Props = { order: Order; refund: Refund };

/** A refund in the history of its order: how much, when, in which way, by whom and why; and to take it back. */
export function RefundEntry({ order, refund }: Props) {
  const { t } = useTranslation('admin-orders');
  const language = useLanguage();
  const amount = t('amount', {
    amount: formatAmount(refund.amount, language),
    currency: order.currency,
  });
  const method = refundMethods.find((each) => each === refund.method) ?? 'cash';
  const isWithdrawn = refund.withdrawn_at !== null;
  return (
    <>
      <p className={isWithdrawn ? 'line-through' : 'font-medium'}>
        {t('refund.entry', {
          amount,
          method: t(`refund.methods.${method}`),
          day: formatDate(refund.refunded_on),
        })}
      </p>
      {refund.reason !== null && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {refund.reason}
        </p>
      )}
      {refund.mail && <p className="text-small text-muted">{t('history.mailed')}</p>}
      <Signed time={refund.created_at} who={refund.made_by} />
      {refund.withdrawn_at === null ? (
        <Withdraw refund={refund} amount={amount} />
      ) : (
        <>
          <p className="mt-1">{t('refund.withdrawn')}</p>
          <Signed time={refund.withdrawn_at} who={refund.withdrawn_by} />
        </>
      )}
    </>
  );
}

/** Time and author of an action; '' is the server. */
export function Signed({ time, who }: { time: string; who: string }) {
  const { t } = useTranslation('admin-orders');
  return (
    <p className="text-small text-muted">
      <time dateTime={time} dir="ltr">
        {formatDateTime(time)}
      </time>{' '}
      {who !== '' && <bdi>{t('timeline.by', { who })}</bdi>}
    </p>
  );
}

function Withdraw({ refund, amount }: { refund: Refund; amount: string }) {
  const { t } = useTranslation('admin-orders');
  const confirm = useConfirm();
  const showError = useErrorToast();
  const withdraw = useWithdrawRefund();
  const ask = async () => {
    const isSure = await confirm({
      question: t('refund.withdrawQuestion', { amount }),
      detail: refund.mail
        ? `${t('refund.withdrawDetail')} ${t('refund.withdrawTold')}`
        : t('refund.withdrawDetail'),
      action: t('refund.withdraw'),
      tone: 'bad',
    });
    if (!isSure) return;
    withdraw.mutate(refund.id, {
      onSuccess: () => notify('good', t('refund.withdrawDone', { amount }), { ms: 6000 }),
      onError: (error) => showError(t('refund.withdrawFailed'), error),
    });
  };
  return (
    <Button
      look="line"
      className="mt-2 lg:min-h-9 lg:py-1"
      aria-busy={withdraw.isPending}
      onClick={() => withdraw.isPending || void ask()}
    >
      {t('refund.withdraw')}
    </Button>
  );
}
