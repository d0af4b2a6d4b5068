import { NewerRows } from '@/admin/list/newer-rows';
import { useTabCounts } from '@/admin/list/use-list';
import { useTranslation } from '@/i18n';
import { SubmissionCsv } from './inbox-csv';
import { inquiryForms } from './inbox-entry';
import { FormFilter } from './inbox-filters';
import { InboxScreen } from './inbox-screen';
import { inboxStates } from './inbox-view';
import { OrdersLine } from './orders-line';
import type { Person } from './use-change-entry';
import { useOneSubmission } from './use-one-entry';
import { useSubmissionList } from './use-submissions';

type Props = {
  /** The signed-in admin. */
  me: Person;
};

/** The inquiries of all forms of the site, in one list. Orders have a screen of their own. */
export function SubmissionInbox({ me }: Props) {
  const { t } = useTranslation('admin-inbox');
  const list = useSubmissionList(me.id);
  const { view, setView, found, conditions } = list;
  const { form } = view.filters;
  return (
    <InboxScreen
      list={list}
      name="form-submissions"
      title={t('submissions.title')}
      entryTitle={t('submissions.one')}
      one={useOneSubmission(list.opened)}
      me={me}
      counts={useTabCounts(list, inboxStates, (status) => ({ status }))}
      formFilter={
        <FormFilter chosen={form} onChoose={(next) => setView({ filters: { form: next } })} />
      }
      actions={<SubmissionCsv list={list} />}
      notices={
        <>
          <OrdersLine />
          <NewerRows
            relation="form_submissions"
            filters={(since) => [...conditions, ['created_at', 'gt', since]]}
            kinds={form === undefined ? inquiryForms : [form]}
            text={(count) => t('newer', { count })}
            {...{ view, found }}
          />
        </>
      }
      onConverted={list.open}
    />
  );
}
