import { FilterSelect } from '@/admin/kit/list/filter-select';
import { OptionalTabs } from '@/admin/kit/list/filter-tabs';
import { useTranslation } from '@/shared/i18n';
import { forms, type FormType } from './inbox-entry';
import { assigneeFilters, inboxStates, type Assignee, type InboxState } from './inbox-view';

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

type FormProps = {
  chosen: FormType | undefined;
  onChoose: (form: FormType | undefined) => void;
};

/** The filter by form. */
export function FormFilter({ chosen, onChoose }: FormProps) {
  const { t } = useTranslation('admin-inbox');
  return (
    <FilterSelect
      label={t('filters.form')}
      all={t('forms.all')}
      options={forms.map((value) => ({ value, label: t(`forms.${value}`) }))}
      {...{ chosen, onChoose }}
    />
  );
}

type StateProps = {
  chosen: InboxState | undefined;
  counts: Partial<Record<InboxState | 'all', number>>;
  onChoose: (state: InboxState | undefined) => void;
};

/** The tabs of an inbox: all, unanswered, and each status. */
export function StateTabs({ chosen, counts, onChoose }: StateProps) {
  const { t } = useTranslation('admin-inbox');
  return (
    <OptionalTabs
      label={t('filters.status')}
      values={inboxStates}
      labelOf={(state) => t(`statusTabs.${state}`)}
      {...{ chosen, counts, onChoose }}
    />
  );
}
