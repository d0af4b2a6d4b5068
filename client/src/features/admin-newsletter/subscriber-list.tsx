import { useTranslation } from 'react-i18next';
import { DataTable } from '@/admin/list/data-table';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import { useListView } from '@/admin/list/use-list-view';
import { usePageOfRows } from '@/admin/rows/use-page-of-rows';
import { subscriberQuery, subscriberViews, type Subscriber } from './subscriber';
import { SubscriberCard, useSubscriberColumns } from './subscriber-columns';
import { SubscriberToolbar } from './subscriber-toolbar';

const nameOf = ({ email }: Subscriber) => email;

/** The newsletter subscribers, newest first. */
export function SubscriberList() {
  const { t } = useTranslation('admin-newsletter');
  const { view, setView, reset, isNarrowed } = useListView(subscriberViews);
  const found = usePageOfRows('newsletter_subscribers', subscriberQuery(view));
  const columns = useSubscriberColumns();
  return (
    <>
      <SubscriberToolbar view={view} setView={setView} />
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
      >
        {(page) => (
          <>
            <DataTable
              caption={t('title')}
              columns={columns}
              rows={page.rows}
              card={SubscriberCard}
              nameOf={nameOf}
              sort={view.sort}
              onSort={(sort) => setView({ sort })}
            />
            <ListPager found={page} onTurn={(to) => setView({ page: to })} />
          </>
        )}
      </ListFrame>
    </>
  );
}
