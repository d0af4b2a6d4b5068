import { NewerRows } from '@/admin/kit/list/newer-rows';
import { useTabCounts } from '@/admin/kit/list/use-list';
import { useCounts } from '@/admin/kit/rows/use-counts';
import { useTranslation } from '@/shared/i18n';
import { SubmissionCsv } from './inbox-csv';
import { FormFilter } from './inbox-filters';
import { InboxScreen } from './inbox-screen';
import { inboxStates } from './inbox-view';
import type { Person } from './use-change-entry';
import { useOneSubmission } from './use-one-entry';
import { formsOf, noOrders, useSubmissionList } from './use-submissions';

type Props = {
  /** The signed-in admin. */
  me: Person;
};

/** The submissions of all forms of the site, in one list. */
export function SubmissionInbox({ me }: Props) {
  const { t } = useTranslation('admin-inbox');
  const list = useSubmissionList(me.id);
  const { view, setView, found, conditions } = list;
  const { inquiries } = useCounts('form_submissions', { inquiries: [...conditions, noOrders] });
  return (
    <InboxScreen
      list={list}
      name="form-submissions"
      title={t('submissions.title')}
      entryTitle={t('submissions.one')}
      one={useOneSubmission(list.opened)}
      me={me}
      counts={useTabCounts(list, inboxStates, (status) => ({ status }))}
      selectable={inquiries}
      formFilter={
        <FormFilter
          chosen={view.filters.form}
          onChoose={(form) => setView({ filters: { form } })}
        />
      }
      actions={<SubmissionCsv list={list} />}
      newer={
        <NewerRows
          relation="form_submissions"
          filters={(since) => [...conditions, ['created_at', 'gt', since]]}
          kinds={formsOf(view.filters)}
          text={(count) => t('newer', { count })}
          {...{ view, found }}
        />
      }
      onConverted={list.open}
    />
  );
}
