import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/i18n/format';
import { failureText } from '@/api/failures';
import { FailureNotice } from '@/ui/failure-notice';
import { orderStates, type OrderChange } from './order-status';
import { editedColumns } from './use-edit-order';
import { useOrderChanges } from './use-order-changes';

/** How an order ended, was reopened or corrected: when, by whom and why. Nothing where it was not. */
export function OrderHistory({ id }: { id: string }) {
  const { t } = useTranslation(['admin-orders', 'site']);
  const { data = [], error, refetch } = useOrderChanges(id);
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('history.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-label={t('history.title')}>
      <h3 className="mb-2 text-small text-muted">{t('history.title')}</h3>
      <ol className="grid gap-3">
        {data.map((change) => (
          <li key={change.id} className="border-s-2 border-line ps-3">
            <Change change={change} />
          </li>
        ))}
      </ol>
    </section>
  );
}

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
      <p className="text-small text-muted">
        <time dateTime={change.created_at} dir="ltr">
          {formatDateTime(change.created_at)}
        </time>{' '}
        {change.made_by !== '' && <bdi>{t('timeline.by', { who: change.made_by })}</bdi>}
      </p>
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
