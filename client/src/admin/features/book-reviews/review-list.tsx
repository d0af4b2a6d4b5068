import { OptionalTabs } from '@/admin/kit/list/filter-tabs';
import { lazyBulkBar } from '@/admin/kit/list/lazy-bulk-bar';
import { ListScreen, ListTable } from '@/admin/kit/list/list-screen';
import { NewerRows } from '@/admin/kit/list/newer-rows';
import { useTabCounts } from '@/admin/kit/list/use-list';
import { newRow } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { ReviewCard, useReviewColumns } from './review-columns';
import { reviewStates, type Review } from './review';
import { ReviewDrawer } from './review-drawer';
import { focusedRow, useDecideKeys } from './use-decide';
import { useReviewList } from './use-review-list';

// Loaded beside the rows: nothing is selected yet.
const ReviewBulkBar = lazyBulkBar(() => import('./review-bulk-bar').then((m) => m.ReviewBulkBar));

const nameOf = ({ name }: Review) => name;
const noRows: readonly Review[] = [];

/** The list of reviews, and the drawer of the open one. */
export function ReviewList() {
  const { t } = useTranslation('admin-reviews');
  const list = useReviewList();
  const { view, setView, found } = list;
  const counts = useTabCounts(list, reviewStates, (status) => ({ status }));
  const columns = useReviewColumns();
  useDecideKeys(found.data?.rows ?? noRows, focusedRow);
  return (
    <ListScreen
      list={list}
      name="book-reviews"
      texts={{ search: t('search'), failed: t('failed'), empty: t('empty') }}
      tabs={
        <OptionalTabs
          label={t('tabs.label')}
          values={reviewStates}
          labelOf={(status) => t(`tabs.${status}`)}
          counts={counts}
          chosen={view.filters.status}
          onChoose={(status) => setView({ filters: { status } })}
        />
      }
      notices={<ReviewDrawer rows={found.data?.rows} />}
      newer={
        <NewerRows
          relation="book_reviews"
          filters={(since) => [...list.conditions, ['created_at', 'gt', since]]}
          kinds={['review']}
          text={(count) => t('newer', { count })}
          {...{ view, found }}
        />
      }
      emptyAction={<Button onClick={() => list.open(newRow)}>{t('add.open')}</Button>}
      bulk={<ReviewBulkBar list={list} />}
    >
      {(rows) => (
        <ListTable
          list={list}
          caption={t('title')}
          columns={columns}
          rows={rows}
          card={ReviewCard}
          nameOf={nameOf}
          onOpen={list.open}
          selects
        />
      )}
    </ListScreen>
  );
}
