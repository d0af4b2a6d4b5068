import { failureText, unwrap } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import type { Order } from './order-flag';
import type { Refund } from './order-refund';
import { orderStates, type OrderChange } from './order-status';
import { RefundEntry, Signed } from './refund-entry';
import { editedColumns } from './use-edit-order';
import { useOrderChanges } from './use-order-changes';
import { useRefunds } from './use-refunds';
import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';

/** The events of an order (import, end, reopening, correction, refund), with time, author and reason. */
export function OrderHistory({ order }: { order: Order }) {
  const { t } = useTranslation(['admin-orders', 'site']);
  const changes = useOrderChanges(order.id);
  const refunds = useRefunds(order.id);
  const imported = useOrderImport(order.import_id);
  const error = changes.error ?? refunds.error ?? imported.error;
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('history.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void Promise.all([changes.refetch(), refunds.refetch(), imported.refetch()])}
      />
    );
  }
  const entries = newestFirst(changes.data ?? [], refunds.data ?? []);
  if (entries.length === 0 && order.import_id === null) return null;
  return (
    <section aria-label={t('history.title')}>
      <h3 className="mb-2 text-small text-muted">{t('history.title')}</h3>
      <ol className="grid gap-3">
        {entries.map((entry) => (
          <li key={entry.id} className="border-s-2 border-line ps-3">
            {'amount' in entry ? (
              <RefundEntry order={order} refund={entry} />
            ) : (
              <Change change={entry} />
            )}
          </li>
        ))}
        {imported.data && (
          <li className="border-s-2 border-line ps-3">
            <p className="font-medium">{t('history.imported')}</p>
            <Signed time={imported.data.created_at} who={imported.data.made_by} />
          </li>
        )}
      </ol>
    </section>
  );
}

const newestFirst = (changes: readonly OrderChange[], refunds: readonly Refund[]) =>
  [...changes, ...refunds].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));

function Change({ change }: { change: OrderChange }) {
  const { t } = useTranslation('admin-orders');
  const facts = [
    ...(change.restock ? [t('history.restocked')] : []),
    ...(change.mail ? [t('history.mailed')] : []),
  ];
  return (
    <>
      <p className="font-medium">
        <ChangeTitle change={change} />
      </p>
      {change.reason !== null && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {change.reason}
        </p>
      )}
      {facts.length > 0 && <p className="text-small text-muted">{facts.join(' · ')}</p>}
      <Signed time={change.created_at} who={change.made_by} />
    </>
  );
}

function ChangeTitle({ change }: { change: OrderChange }) {
  const { t } = useTranslation('admin-orders');
  const { from_status: from, to_status: to, edited } = change;
  const was = orderStates.find((status) => status === from) ?? 'new';
  const becomes = orderStates.find((status) => status === to) ?? 'new';
  if (was !== becomes) {
    return t('history.changed', { from: t(`steps.${was}`), to: t(`steps.${becomes}`) });
  }
  const names = editedColumns.filter((column) => edited.includes(column));
  return t('history.edited', {
    fields: names.map((column) => t(`columns.${column}`)).join(t('history.comma')),
  });
}

/** The import that has added an order: when, and by whom; nothing is asked for without one. */
const useOrderImport = (id: string | null) =>
  useQuery({
    queryKey: ['book_order_imports', id],
    queryFn: async () => {
      const client = await sb();
      const answer = await client
        .from('book_order_imports')
        .select('*')
        .eq('id', id ?? '');
      return unwrap(answer)[0] ?? null;
    },
    enabled: id !== null,
    staleTime: Infinity,
  });
