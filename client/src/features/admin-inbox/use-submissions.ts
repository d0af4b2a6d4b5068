import { useList } from '@/admin/list/use-list';
import type { ListView } from '@/admin/list/use-list-view';
import type { Filter } from '@/admin/rows/filters';
import { whereEqual } from '@/admin/rows/filters';
import { inquiryForms, submissionEntry } from './inbox-entry';
import { inboxViews, otherConditions, stateCondition } from './inbox-view';

// Without the column `record`: it is expensive, and only the open entry shows it.
const select =
  'form_type,id,name,email,phone,message,status,created_at,updated_at,assigned_to,notes,replied';

const views = { ...inboxViews, filters: { form: inquiryForms, ...inboxViews.filters } } as const;
type View = ListView<typeof views.filters, (typeof views.sorts)[number]>;

/** The query of the combined list: inquiries only. Orders have a screen of their own. */
export function submissionQuery(view: View, me: string) {
  const filters: Filter<'form_submissions'>[] = [
    // Excluding orders also spares the server a scan of all of them.
    ['form_type', 'neq', 'book_order'],
    ...whereEqual<'form_submissions'>('form_type', view.filters.form),
    ...otherConditions(view, me),
    stateCondition(view.filters.status),
  ];
  return { filters, select };
}

/** The combined list of inquiries. `me` is the signed-in admin. */
export const useSubmissionList = (me: string) =>
  useList({
    relation: 'form_submissions',
    views,
    query: (view) => submissionQuery(view, me),
    rowOf: submissionEntry,
  });

export type SubmissionListState = ReturnType<typeof useSubmissionList>;
