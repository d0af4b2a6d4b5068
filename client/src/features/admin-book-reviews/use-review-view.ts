import { useListView } from '@/admin/list/use-list-view';
import { usePageOfRows } from '@/admin/rows/use-page-of-rows';
import { whereEqual } from '@/admin/rows/filters';
import { useCounts } from '@/admin/rows/use-counts';
import { reviewStates } from './review';

const searched = { columns: ['name', 'comment_en', 'comment_fr', 'comment_ar'] } as const;

/** The view of the reviews, in the URL. */
export const useReviewView = () =>
  useListView({
    filters: { status: reviewStates },
    sorts: ['created_at', 'name'],
    defaultSort: '-created_at',
  });

export type ReviewView = ReturnType<typeof useReviewView>['view'];

/** One page of the reviews of a view. */
export const useReviews = (view: ReviewView) =>
  usePageOfRows('book_reviews', { view, filters: reviewFilters(view), search: searched });

export const reviewFilters = (view: ReviewView) =>
  whereEqual<'book_reviews'>('status', view.filters.status);

/** The counts of each status. */
export const useReviewCounts = () =>
  useCounts('book_reviews', {
    all: [],
    pending: [['status', 'eq', 'pending']],
    approved: [['status', 'eq', 'approved']],
    rejected: [['status', 'eq', 'rejected']],
  });
