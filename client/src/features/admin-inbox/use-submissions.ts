import type { Filter } from '@/admin/rows/filters';
import { whereEqual } from '@/admin/rows/filters';
import { useCounts } from '@/admin/rows/use-counts';
import { usePageOfRows, type PageQuery } from '@/admin/rows/use-page-of-rows';
import { memoizePerRow, useAsEntries } from './as-entries';
import { submissionEntry } from './inbox-entry';
import {
  otherConditions,
  stateCondition,
  type InboxState,
  type useSubmissionView,
} from './inbox-view';

// Without the column `record`: it is expensive, and only the open entry shows it.
const columns =
  'form_type,id,name,email,phone,message,status,created_at,updated_at,assigned_to,notes,replied';

const entryOf = memoizePerRow(submissionEntry);

type View = ReturnType<typeof useSubmissionView>['view'];

/** The query of the combined list: inquiries only. Orders have a screen of their own. */
export function submissionQuery(view: View, me: string): PageQuery<'form_submissions'> {
  const filters = [...conditions(view, me), stateCondition(view.filters.status)];
  return { view: { ...view, search: '' }, filters, select: columns };
}

// Excluding orders also spares the server a scan of all of them.
const conditions = (view: View, me: string): Filter<'form_submissions'>[] => [
  ['form_type', 'neq', 'book_order'],
  ...whereEqual<'form_submissions'>('form_type', view.filters.form),
  ...otherConditions(view, me),
];

/** The number of entries in each tab, of those that the other filters and the search let through. */
export function useSubmissionCounts(view: View, me: string) {
  const among = conditions(view, me);
  const of = (state?: InboxState) => [...among, stateCondition(state)];
  return useCounts('form_submissions', {
    all: of(),
    unanswered: of('unanswered'),
    new: of('new'),
    read: of('read'),
    responded: of('responded'),
    spam: of('spam'),
  });
}

/** One page of the combined list. */
export const useSubmissions = (view: View, me: string) =>
  useAsEntries(usePageOfRows('form_submissions', submissionQuery(view, me)), entryOf);
