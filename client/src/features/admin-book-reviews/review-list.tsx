import { useTranslation } from 'react-i18next';
import { DataTable } from '@/admin/list/data-table';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { NewerRows } from '@/admin/list/newer-rows';
import { SearchField } from '@/admin/list/search-field';
import { useSelection } from '@/admin/list/use-selection';
import { useOpenRow } from '@/admin/use-open-row';
import { ReviewCard, useReviewColumns } from './review-columns';
import { reviewStates, type Review } from './review';
import { ReviewBulkBar } from './review-bulk-bar';
import { ReviewDrawer } from './review-drawer';
import { focusedRow, useDecideKeys } from './use-decide';
import {
  reviewFilters,
  useReviewCounts,
  useReviews,
  useReviewView,
  type ReviewView,
} from './use-review-view';

const nameOf = ({ name }: Review) => name;

/** The list of reviews with filters, and the drawer of the open one. */
export function ReviewList() {
  const { t } = useTranslation('admin-reviews');
  const { view, setView, reset, isNarrowed } = useReviewView();
  const found = useReviews(view);
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            value={view.search}
            hint={t('search')}
            onSearch={(search) => setView({ search })}
          />
        }
        tabs={<Kinds view={view} onStatusChange={(status) => setView({ filters: { status } })} />}
      />
      <ReviewDrawer rows={found.data?.rows} />
      <NewerRows
        relation="book_reviews"
        filters={(since) => [...reviewFilters(view), ['created_at', 'gt', since]]}
        kinds={['review']}
        text={(count) => t('newer', { count })}
        {...{ view, found }}
      />
      <ListFrame
        found={found}
        failed={t('failed')}
        empty={t('empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
      >
        {(page) => (
          <>
            <Rows rows={page.rows} view={view} onSort={(sort) => setView({ sort })} />
            <ListPager found={page} onTurn={(to) => setView({ page: to })} />
          </>
        )}
      </ListFrame>
    </>
  );
}

type KindsProps = {
  view: ReviewView;
  onStatusChange: (status: ReviewView['filters']['status']) => void;
};

function Kinds({ view, onStatusChange }: KindsProps) {
  const { t } = useTranslation('admin-reviews');
  const counts = useReviewCounts();
  const kinds = ['all', ...reviewStates] as const;
  return (
    <FilterTabs
      label={t('tabs.label')}
      tabs={kinds.map((kind) => ({ value: kind, label: t(`tabs.${kind}`), count: counts[kind] }))}
      chosen={view.filters.status ?? 'all'}
      onChoose={(kind) => onStatusChange(kind === 'all' ? undefined : kind)}
    />
  );
}

type RowsProps = { rows: Review[]; view: ReviewView; onSort: (sort: string) => void };

function Rows({ rows, view, onSort }: RowsProps) {
  const { t } = useTranslation('admin-reviews');
  const columns = useReviewColumns();
  const selection = useSelection(view);
  const { opened, open } = useOpenRow(rows);
  useDecideKeys(rows, focusedRow);
  return (
    <>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={rows}
        card={ReviewCard}
        nameOf={nameOf}
        onOpen={open}
        opened={opened}
        selection={selection}
        sort={view.sort}
        onSort={onSort}
      />
      <ReviewBulkBar rows={rows} selection={selection} />
    </>
  );
}
