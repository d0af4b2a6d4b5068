import { useTranslation } from 'react-i18next';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import { usePageOfRows } from '@/admin/rows/use-page-of-rows';
import { AuditEntries } from './audit-entries';
import { AuditToolbar } from './audit-toolbar';
import { auditConditions, useAuditView } from './audit-view';

const search = { columns: ['record_name', 'actor_name', 'actor_email'] } as const;
const size = 50; // page size: most entries are one line

/** One page of the audit log, with the filters of the URL. */
export function AuditLog() {
  const { t } = useTranslation('admin-audit');
  const { view, setView, reset, isNarrowed } = useAuditView();
  const filters = auditConditions(view.filters);
  // The log is append-only: new entries appear on the first page.
  const live = view.page === 1;
  const found = usePageOfRows('audit_entries', { view, filters, size, search }, { live });
  return (
    <>
      <AuditToolbar
        filters={view.filters}
        onChange={(next) => setView({ filters: next })}
        search={view.search}
        onSearch={(text) => setView({ search: text })}
      />
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
      >
        {(page) => (
          <>
            <AuditEntries rows={page.rows} />
            <ListPager found={page} onTurn={(to) => setView({ page: to })} />
          </>
        )}
      </ListFrame>
    </>
  );
}
