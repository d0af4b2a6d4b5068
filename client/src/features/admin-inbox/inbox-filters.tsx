import { useTranslation } from 'react-i18next';
import { FilterSelect } from '@/admin/list/filter-select';
import { statuses, type InquiryStatus } from './inbox-entry';
import { assigneeFilters, type Assignee } from './inbox-view';

type AssigneeProps = { chosen: Assignee | undefined; onChoose: (to: Assignee | undefined) => void };

/** The assignee filter: mine or unassigned. */
export function AssigneeFilter({ chosen, onChoose }: AssigneeProps) {
  const { t } = useTranslation('admin-inbox');
  return (
    <FilterSelect
      label={t('whose.label')}
      all={t('whose.all')}
      options={assigneeFilters.map((value) => ({ value, label: t(`whose.${value}`) }))}
      {...{ chosen, onChoose }}
    />
  );
}

type StatusProps = {
  chosen: InquiryStatus | undefined;
  onChoose: (status: InquiryStatus | undefined) => void;
};

/** The status filter. */
export function StatusFilter({ chosen, onChoose }: StatusProps) {
  const { t } = useTranslation('admin-inbox');
  return (
    <FilterSelect
      label={t('filters.status')}
      all={t('statusTabs.all')}
      options={statuses.map((value) => ({ value, label: t(`statusTabs.${value}`) }))}
      {...{ chosen, onChoose }}
    />
  );
}
