import { useTranslation } from 'react-i18next';
import { NewerRows } from '@/admin/list/newer-rows';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SavedViews } from '@/admin/list/saved-views';
import { SearchField } from '@/admin/list/search-field';
import { selectPage } from '@/admin/rows/use-page-of-rows';
import { useOpenRow } from '@/admin/use-open-row';
import { EntryDrawer } from './entry-drawer';
import { SubmissionCsv } from './inbox-csv';
import { inquiryForms } from './inbox-entry';
import { AssigneeFilter, FormFilter, StateTabs } from './inbox-filters';
import { InboxList } from './inbox-list';
import { stateChange, useSubmissionView } from './inbox-view';
import { OrdersLine } from './orders-line';
import type { Person } from './use-change-entry';
import { idsOfRequest } from './use-select-matches';
import { useOneSubmission } from './use-one-entry';
import { submissionQuery, useSubmissionCounts, useSubmissions } from './use-submissions';

type Props = {
  /** The signed-in admin. */
  me: Person;
};

/** The inquiries of all forms of the site, in one list. Orders have a screen of their own. */
export function SubmissionInbox({ me }: Props) {
  const inbox = useSubmissionView();
  const { view, setView, reset, isNarrowed } = inbox;
  const { t } = useTranslation('admin-inbox');
  const found = useSubmissions(view, me.id);
  const query = submissionQuery(view, me.id);
  const { filters = [] } = query;
  const { form } = view.filters;
  const rows = found.data?.rows ?? [];
  const { opened, open, close, steps } = useOpenRow(rows);
  const one = useOneSubmission(opened);
  return (
    <>
      <SubmissionToolbar {...inbox} me={me.id} />
      <OrdersLine />
      <InboxList
        caption={t('submissions.title')}
        withForm
        shows={JSON.stringify(filters)}
        fetchIds={(page) =>
          selectPage('form_submissions', {
            ...query,
            select: 'id',
            size: idsOfRequest,
            view: { ...query.view, page },
          })
        }
        {...{ found, opened }}
        newer={
          <NewerRows
            relation="form_submissions"
            filters={(since) => [...filters, ['created_at', 'gt', since]]}
            kinds={form === undefined ? inquiryForms : [form]}
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
          <FormFilter chosen={form} onChoose={(next) => setView({ filters: { form: next } })} />
          <AssigneeFilter chosen={to} onChoose={(next) => setView({ filters: { to: next } })} />
          <SavedViews screen="form-submissions" />
        </>
      }
      actions={<SubmissionCsv view={view} me={me} />}
      tabs={
        <StateTabs
          chosen={status}
          counts={useSubmissionCounts(view, me)}
          onChoose={(state) => setView(stateChange(state))}
        />
      }
    />
  );
}
