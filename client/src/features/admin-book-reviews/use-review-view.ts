import { useListView } from '../../admin/list/use-list-view';
import { usePageOfRows } from '../../admin/rows/use-page-of-rows';
import { whereEqual } from '../../admin/rows/filters';
import { useCounts } from '../../admin/rows/use-counts';
import { reviewStates } from './review';

const searched = { columns: ['name', 'comment_en', 'comment_fr', 'comment_ar'] } as const;

/** What of the reviews is looked at; in the address. */
export const useReviewView = () =>
  useListView({
    filters: { status: reviewStates },
    sorts: ['created_at', 'name'],
    defaultSort: '-created_at',
  });

export type ReviewView = ReturnType<typeof useReviewView>['view'];

/** The reviews of a view, a page of them. */
export const useReviews = (view: ReviewView) =>
  usePageOfRows('book_reviews', { view, filters: reviewFilters(view), search: searched });

export const reviewFilters = (view: ReviewView) =>
  whereEqual<'book_reviews'>('status', view.filters.status);

/** How many there are of each kind. */
export const useReviewCounts = () =>
  useCounts('book_reviews', {
    all: [],
    pending: [['status', 'eq', 'pending']],
    approved: [['status', 'eq', 'approved']],
    rejected: [['status', 'eq', 'rejected']],
  });
