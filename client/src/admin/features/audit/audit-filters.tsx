import { useId } from 'react';
import { useStaff } from '@/admin/kit/history/use-staff';
import { FilterSelect } from '@/admin/kit/list/filter-select';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { auditTables, otherActors, type AuditFilters } from './audit-view';

type Props = { filters: AuditFilters; onChange: (filters: AuditFilters) => void };

/** The filters beside the search: table, author and day. */
export function AuditFilterFields(props: Props) {
  return (
    <>
      <TableFilter {...props} />
      <ActorFilter {...props} />
      <DayFilter {...props} />
    </>
  );
}

function TableFilter({ filters, onChange }: Props) {
  const { t } = useTranslation('admin-audit');
  const collator = new Intl.Collator(useLanguage());
  const options = auditTables
    .map((value) => ({ value, label: t(`tables.${value}`) }))
    .toSorted((a, b) => collator.compare(a.label, b.label));
  return (
    <FilterSelect
      label={t('filters.table')}
      all={t('filters.all')}
      options={options}
      chosen={filters.table}
      onChoose={(table) => onChange({ ...filters, table })}
    />
  );
}

function ActorFilter({ filters, onChange }: Props) {
  const { t } = useTranslation('admin-audit');
  const { data: staff = [] } = useStaff();
  const options = [
    ...staff.map((admin) => ({ value: admin.auth_user_id, label: admin.full_name ?? admin.email })),
    ...otherActors.map((value) => ({ value, label: t(`roles.${value}`) })),
  ];
  return (
    <FilterSelect<string>
      label={t('filters.actor')}
      all={t('filters.all')}
      options={options}
      chosen={filters.actor}
      onChoose={(actor) => onChange({ ...filters, actor })}
    />
  );
}

function DayFilter({ filters, onChange }: Props) {
  const { t } = useTranslation('admin-audit');
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-small text-muted">
        {t('filters.day')}
      </label>
      <input
        id={id}
        type="date"
        value={filters.day ?? ''}
        onChange={({ target }) => onChange({ ...filters, day: target.value || undefined })}
        className="min-h-11 rounded-block border border-edge bg-raised px-3 text-small text-ink lg:min-h-9"
      />
    </div>
  );
}
