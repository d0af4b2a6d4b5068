import { useState } from 'react';
import { History } from 'lucide-react';
import { useTranslation, withMessages } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import type { Relation } from '@/shared/api/tables';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { lazyComponent } from '@/shared/ui/lazy';
import { Spinner } from '@/shared/ui/spinner';

type Props = {
  table: Relation;
  /** The primary key, as text. */
  id: string;
};

const HistoryList = lazyComponent<Props>(
  () => withMessages(import('./history/history-list'), ['admin-audit']).then((m) => m.HistoryList),
  <Loading />,
  Failed,
);

/**
 * The change history of a record, for its drawer: `<RecordHistory table="book_orders" id={order.id} />`.
 * Collapsed at first; script, messages and entries are lazy-loaded when it is opened.
 */
export function RecordHistory({ table, id }: Props) {
  const { t } = useTranslation('admin-kit');
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <Button
        look="quiet"
        aria-expanded={isOpen}
        className="-ms-5"
        onClick={() => setOpen(!isOpen)}
      >
        <History aria-hidden="true" className="size-4" />
        {t('history.show')}
      </Button>
      {isOpen && <HistoryList key={id} table={table} id={id} />}
    </section>
  );
}

function Loading() {
  const { t } = useTranslation();
  return <Spinner label={t('loading')} className="min-h-48" />;
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['admin-kit', 'site']);
  return (
    <FailureNotice
      text={`${t('history.failed')} ${t('site:failure.network')}`}
      retryLabel={t('site:retry')}
      onRetry={onRetry}
    />
  );
}
