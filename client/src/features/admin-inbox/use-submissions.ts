import type { Filter } from '@/admin/rows/filters';
import { whereEqual } from '@/admin/rows/filters';
import { usePageOfRows, type PageQuery } from '@/admin/rows/use-page-of-rows';
import { memoizePerRow, useAsEntries } from './as-entries';
import { submissionEntry, type InquiryStatus } from './inbox-entry';
import { searched, assigneeCondition, type useSubmissionView } from './inbox-view';

// Without the column `record`: it is expensive, and only the open entry shows it.
const columns =
  'form_type,id,name,email,phone,message,status,created_at,updated_at,assigned_to,notes';

const entryOf = memoizePerRow(submissionEntry);

type View = ReturnType<typeof useSubmissionView>['view'];

/** The query of the combined list. */
export function submissionQuery(view: View, me: string): PageQuery<'form_submissions'> {
  const { form, status, to } = view.filters;
  const filters: Filter<'form_submissions'>[] = [
    ...whereEqual<'form_submissions'>('form_type', form),
    ...(status === undefined ? [] : statusConditions(status)),
    ...assigneeCondition(to, me),
  ];
  return { view, filters, search: searched, select: columns };
}

// Orders never have these statuses: excluding them spares the server a scan of all orders.
const statusConditions = (status: InquiryStatus): Filter<'form_submissions'>[] => [
  ['status', 'eq', status],
  ['form_type', 'neq', 'book_order'],
];

/** One page of the combined list. */
export const useSubmissions = (view: View, me: string) =>
  useAsEntries(usePageOfRows('form_submissions', submissionQuery(view, me)), entryOf);
