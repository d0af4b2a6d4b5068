import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useLanguage, useTranslation, withMessages } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { ListFrame } from './list/list-frame';
import type { Relation } from '@/shared/api/tables';

type Props = {
  table: Relation;
  /** The primary key, as text. */
  id: string;
};

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
      {isOpen && <Opened key={id} table={table} id={id} />}
    </section>
  );
}

function Opened(props: Props) {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  const found = useQuery({
    queryKey: ['script', 'history-list', language],
    queryFn: async () => {
      const { HistoryList } = await withMessages(import('./history/history-list'), ['admin-audit']);
      return { HistoryList };
    },
    networkMode: 'always',
  });
  return (
    <ListFrame found={found} failed={t('history.failed')} empty="" isEmpty={() => false}>
      {({ HistoryList }) => <HistoryList {...props} />}
    </ListFrame>
  );
}
