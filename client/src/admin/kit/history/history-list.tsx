import { useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { ListFrame } from '@/admin/kit/list/list-frame';
import type { Relation } from '@/shared/api/tables';
import { usePageOfRows, type PageOfRows } from '@/admin/kit/rows/use-page-of-rows';
import { ChangeList } from './change-list';
import type { Entry } from './entry';
import { ActionPill, EntryByline } from './entry-byline';

const step = 20; // entries per page

type Props = { table: Relation; id: string };

/** The change history of a record, newest first. */
export function HistoryList({ table, id }: Props) {
  const { t } = useTranslation('admin-audit');
  const [size, setSize] = useState(step);
  const found = usePageOfRows(
    'audit_log',
    {
      view: { search: '', sort: '-id', page: 1 },
      filters: [
        ['table_name', 'eq', table],
        ['row_id', 'eq', id],
      ],
      size,
    },
    { live: true },
  );
  return (
    <ListFrame
      found={found}
      failed={t('history.failed')}
      empty={t('history.empty')}
      isEmpty={({ rows }) => rows.length === 0}
    >
      {(page) => <Entries page={page} onMore={() => setSize(size + step)} />}
    </ListFrame>
  );
}

function Entries({ page, onMore }: { page: PageOfRows<Entry>; onMore: () => void }) {
  const { t } = useTranslation('admin-audit');
  return (
    <>
      <ol aria-label={t('history.title')} className="grid gap-4 border-s border-line ps-4">
        {page.rows.map((entry) => (
          <li key={entry.id} className="grid gap-1.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ActionPill action={entry.action} />
              <EntryByline entry={entry} />
            </div>
            <ChangeList entry={entry} />
          </li>
        ))}
      </ol>
      {page.rows.length < page.total && (
        <Button look="quiet" className="mt-3" onClick={onMore}>
          {t('history.more')}
        </Button>
      )}
    </>
  );
}
