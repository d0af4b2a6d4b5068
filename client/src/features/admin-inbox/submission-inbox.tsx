import { useTranslation } from 'react-i18next';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { NewerRows } from '@/admin/list/newer-rows';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SavedViews } from '@/admin/list/saved-views';
import { SearchField } from '@/admin/list/search-field';
import { useOpenRow } from '@/admin/use-open-row';
import { EntryDrawer } from './entry-drawer';
import { SubmissionCsv } from './inbox-csv';
import { forms } from './inbox-entry';
import { StatusFilter, AssigneeFilter } from './inbox-filters';
import { InboxList } from './inbox-list';
import { useSubmissionView } from './inbox-view';
import type { Person } from './use-change-entry';
import { useOneSubmission } from './use-one-entry';
import { submissionQuery, useSubmissions } from './use-submissions';

type Props = {
  /** The signed-in admin. */
  me: Person;
};

/** All that the forms of the site have sent, in one list. */
export function SubmissionInbox({ me }: Props) {
  const inbox = useSubmissionView();
  const { view, setView, reset, isNarrowed } = inbox;
  const { t } = useTranslation('admin-inbox');
  const found = useSubmissions(view, me.id);
  const { filters = [] } = submissionQuery(view, me.id);
  const { form } = view.filters;
  const rows = found.data?.rows ?? [];
  const { opened, open, close, steps } = useOpenRow(rows);
  const one = useOneSubmission(opened);
  return (
    <>
      <SubmissionToolbar {...inbox} me={me.id} />
      <InboxList
        caption={t('submissions.title')}
        withForm
        {...{ found, opened }}
        newer={
          <NewerRows
            relation="form_submissions"
            filters={(since) => [...filters, ['created_at', 'gt', since]]}
            kinds={form === undefined ? forms : [form]}
            text={(count) => t('newer', { count })}
            {...{ view, found }}
          />
        }
        onOpen={open}
        sort={view.sort}
        onSort={(sort) => setView({ sort })}
        onTurn={(page) => setView({ page })}
        onReset={isNarrowed ? reset : undefined}
      />
      <EntryDrawer
        id={opened}
        listed={rows.find(({ id }) => id === opened)}
        title={t('submissions.one')}
        {...{ one, me, steps }}
        onClose={close}
        onConverted={open}
      />
    </>
  );
}

type ToolbarProps = ReturnType<typeof useSubmissionView> & { me: string };

function SubmissionToolbar({ view, setView, me }: ToolbarProps) {
  const { t } = useTranslation('admin-inbox');
  const { form, status, to } = view.filters;
  return (
    <ListToolbar
      search={
        <SearchField
          value={view.search}
          onSearch={(search) => setView({ search })}
          hint={t('searchHint')}
        />
      }
      filters={
        <>
          <StatusFilter
            chosen={status}
            onChoose={(next) => setView({ filters: { status: next } })}
          />
          <AssigneeFilter chosen={to} onChoose={(next) => setView({ filters: { to: next } })} />
          <SavedViews screen="form-submissions" />
        </>
      }
      actions={<SubmissionCsv view={view} me={me} />}
      tabs={
        <FilterTabs
          label={t('filters.form')}
          tabs={(['all', ...forms] as const).map((value) => ({
            value,
            label: t(`forms.${value}`),
          }))}
          chosen={form ?? 'all'}
          onChoose={(next) => setView({ filters: { form: next === 'all' ? undefined : next } })}
        />
      }
    />
  );
}
