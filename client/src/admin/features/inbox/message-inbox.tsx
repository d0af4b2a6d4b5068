import { NewerRows } from '@/admin/kit/list/newer-rows';
import { useTabCounts } from '@/admin/kit/list/use-list';
import { useTranslation } from '@/shared/i18n';
import { MessageCsv } from './inbox-csv';
import { InboxScreen } from './inbox-screen';
import { inboxStates } from './inbox-view';
import type { Person } from './use-change-entry';
import { useMessageList } from './use-messages';
import { useOneMessage } from './use-one-entry';

type Props = {
  /** The signed-in admin. */
  me: Person;
};

/** The messages of the contact form. */
export function MessageInbox({ me }: Props) {
  const { t } = useTranslation('admin-inbox');
  const list = useMessageList(me.id);
  const { view, found, conditions } = list;
  return (
    <InboxScreen
      list={list}
      name="contact"
      title={t('contact.title')}
      entryTitle={t('contact.one')}
      one={useOneMessage(list.opened)}
      me={me}
      counts={useTabCounts(list, inboxStates, (status) => ({ status }))}
      actions={<MessageCsv list={list} />}
      newer={
        <NewerRows
          relation="contact_submissions"
          filters={(since) => [...conditions, ['created_at', 'gt', since]]}
          kinds={['contact']}
          text={(count) => t('newer', { count })}
          {...{ view, found }}
        />
      }
    />
  );
}
