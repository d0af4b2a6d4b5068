import type { Filter } from '../../admin/rows/filters';
import { whereEqual } from '../../admin/rows/filters';
import { usePageOfRows, type PageQuery } from '../../admin/rows/use-page-of-rows';
import { memoizePerRow, useAsEntries } from './as-entries';
import { submissionEntry, type InquiryStatus } from './inbox-entry';
import { searched, assigneeCondition, type useSubmissionView } from './inbox-view';

// All but the record: it costs the server time for every row, and only the opened one shows it.
const columns =
  'form_type,id,name,email,phone,message,status,created_at,updated_at,assigned_to,notes';

const entryOf = memoizePerRow(submissionEntry);

type View = ReturnType<typeof useSubmissionView>['view'];

/** What is asked for a view of the combined list. */
export function submissionQuery(view: View, me: string): PageQuery<'form_submissions'> {
  const { form, status, to } = view.filters;
  const filters: Filter<'form_submissions'>[] = [
    ...whereEqual<'form_submissions'>('form_type', form),
    ...(status === undefined ? [] : statusConditions(status)),
    ...assigneeCondition(to, me),
  ];
  return { view, filters, search: searched, select: columns };
}

// No order is new, read or responded: saying so spares the server to look at each of them.
const statusConditions = (status: InquiryStatus): Filter<'form_submissions'>[] => [
  ['status', 'eq', status],
  ['form_type', 'neq', 'book_order'],
];

/** A page of all that forms have sent. */
export const useSubmissions = (view: View, me: string) =>
  useAsEntries(usePageOfRows('form_submissions', submissionQuery(view, me)), entryOf);
