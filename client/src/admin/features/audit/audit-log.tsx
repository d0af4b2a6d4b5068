import { OptionalTabs } from '@/admin/kit/list/filter-tabs';
import { ListItems } from '@/admin/kit/list/list-items';
import { ListScreen } from '@/admin/kit/list/list-screen';
import { useTranslation } from '@/shared/i18n';
import { AuditFilterFields } from './audit-filters';
import { AuditItem } from './audit-item';
import { auditActions, useAuditList } from './audit-view';

/** The audit log, newest first, with the filters of the URL. */
export function AuditLog() {
  const { t } = useTranslation('admin-audit');
  const list = useAuditList();
  const { filters } = list.view;
  return (
    <ListScreen
      list={list}
      name="audit-log"
      texts={{ search: t('search'), failed: t('failed'), empty: t('empty') }}
      filters={
        <AuditFilterFields filters={filters} onChange={(next) => list.setView({ filters: next })} />
      }
      tabs={
        <OptionalTabs
          label={t('filters.action')}
          values={auditActions}
          labelOf={(action) => t(`actions.${action}`)}
          chosen={filters.action}
          onChoose={(action) => list.setView({ filters: { action } })}
        />
      }
    >
      {(rows) => (
        <ListItems
          label={t('title')}
          rows={rows}
          as="ol"
          className="grid gap-2 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]"
        >
          {({ entry }) => <AuditItem entry={entry} />}
        </ListItems>
      )}
    </ListScreen>
  );
}
