import { useList } from '@/admin/kit/list/use-list';
import type { ListView } from '@/admin/kit/list/use-list-view';
import type { Filter } from '@/admin/kit/rows/filters';
import { whereEqual } from '@/admin/kit/rows/filters';
import { forms, inquiryForms, submissionEntry, tableOf, type FormType } from './inbox-entry';
import { inboxViews, otherConditions, stateCondition } from './inbox-view';

// Without the column `record`: it is expensive, and only the open entry shows it.
const select =
  'form_type,id,name,email,phone,message,status,created_at,updated_at,assigned_to,notes,replied';

const views = { ...inboxViews, filters: { form: forms, ...inboxViews.filters } } as const;
type View = ListView<typeof views.filters, (typeof views.sorts)[number]>;

/** Leaves out the orders. */
export const noOrders: Filter<'form_submissions'> = ['form_type', 'neq', 'book_order'];

/** The forms whose entries a view may have. An order is not assigned, and waits for no answer. */
export function formsOf({ form, status, to }: View['filters']): readonly FormType[] {
  if (form !== undefined) return [form];
  return to === undefined && (status === undefined || status === 'spam') ? forms : inquiryForms;
}

/** The query of the combined list of inquiries and orders. */
export function submissionQuery(view: View, me: string) {
  const { form, status } = view.filters;
  const filters: Filter<'form_submissions'>[] = [
    ...whereEqual<'form_submissions'>('form_type', form),
    // A filter for inquiries alone spares the server a scan of all orders.
    ...(formsOf(view.filters) === inquiryForms ? [noOrders] : []),
    ...otherConditions(view, me),
    stateCondition(status),
  ];
  return { filters, select };
}

/** The combined list of inquiries and orders. Only inquiries are changed together. `me` is the signed-in admin. */
export const useSubmissionList = (me: string) =>
  useList({
    relation: 'form_submissions',
    views,
    query: (view) => submissionQuery(view, me),
    rowOf: submissionEntry,
    selectable: { test: (entry) => tableOf(entry) !== undefined, filters: [noOrders] },
  });

export type SubmissionListState = ReturnType<typeof useSubmissionList>;
