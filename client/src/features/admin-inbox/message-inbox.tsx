import { useTranslation } from 'react-i18next';
import { NewerRows } from '@/admin/list/newer-rows';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SavedViews } from '@/admin/list/saved-views';
import { SearchField } from '@/admin/list/search-field';
import { selectPage } from '@/admin/rows/use-page-of-rows';
import { useOpenRow } from '@/admin/use-open-row';
import { EntryDrawer } from './entry-drawer';
import { MessageCsv } from './inbox-csv';
import { AssigneeFilter, StateTabs } from './inbox-filters';
import { InboxList } from './inbox-list';
import { stateChange, useMessageView } from './inbox-view';
import type { Person } from './use-change-entry';
import { idsOfRequest } from './use-select-matches';
import { messageQuery, useMessageCounts, useMessages } from './use-messages';
import { useOneMessage } from './use-one-entry';

type Props = {
  /** The signed-in admin. */
  me: Person;
};

/** The messages of the contact form. */
export function MessageInbox({ me }: Props) {
  const { t } = useTranslation('admin-inbox');
  const inbox = useMessageView();
  const { view, setView, reset, isNarrowed } = inbox;
  const found = useMessages(view, me.id);
  const query = messageQuery(view, me.id);
  const { filters = [] } = query;
  const rows = found.data?.rows ?? [];
  const { opened, open, close, steps } = useOpenRow(rows);
  const one = useOneMessage(opened);
  return (
    <>
      <MessageToolbar {...inbox} me={me.id} />
      <InboxList
        caption={t('contact.title')}
        withForm={false}
        shows={JSON.stringify(filters)}
        fetchIds={(page) =>
          selectPage('contact_submissions', {
            ...query,
            select: 'id',
            size: idsOfRequest,
            view: { ...query.view, page },
          })
        }
        {...{ found, opened }}
        newer={
          <NewerRows
            relation="contact_submissions"
            filters={(since) => [...filters, ['created_at', 'gt', since]]}
            kinds={['contact']}
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
        title={t('contact.one')}
        {...{ one, me, steps }}
        onClose={close}
      />
    </>
  );
}

type ToolbarProps = ReturnType<typeof useMessageView> & { me: string };

function MessageToolbar({ view, setView, me }: ToolbarProps) {
  const { t } = useTranslation('admin-inbox');
  const { status, to } = view.filters;
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
          <AssigneeFilter chosen={to} onChoose={(next) => setView({ filters: { to: next } })} />
          <SavedViews screen="contact" />
        </>
      }
      actions={<MessageCsv view={view} me={me} />}
      tabs={
        <StateTabs
          chosen={status}
          counts={useMessageCounts(view, me)}
          onChoose={(state) => setView(stateChange(state))}
        />
      }
    />
  );
}
