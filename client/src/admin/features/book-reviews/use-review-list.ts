import { sameRow, useList } from '@/admin/kit/list/use-list';
import { whereEqual } from '@/admin/kit/rows/filters';
import { reviewStates } from './review';

const views = {
  filters: { status: reviewStates },
  sorts: ['created_at', 'name'],
  defaultSort: '-created_at',
} as const;

const searched = { columns: ['name', 'comment_en', 'comment_fr', 'comment_ar'] } as const;

/** The list of reviews. */
export const useReviewList = () =>
  useList({
    relation: 'book_reviews',
    views,
    query: ({ filters }) => ({
      filters: whereEqual<'book_reviews'>('status', filters.status),
      search: searched,
    }),
    rowOf: sameRow,
  });

export type ReviewListState = ReturnType<typeof useReviewList>;
