import type { Filter } from '@/admin/rows/filters';
import { useListView } from '@/admin/list/use-list-view';
import { forms, statuses } from './inbox-entry';

/** The assignee filters: the current admin, or unassigned. */
export const assigneeFilters = ['me', 'nobody'] as const;
export type Assignee = (typeof assigneeFilters)[number];

/** The view of the combined list, in the URL. */
export const useSubmissionView = () =>
  useListView({
    filters: { form: forms, status: statuses, to: assigneeFilters },
    sorts: ['created_at'],
    defaultSort: '-created_at',
  });

/** The view of the contact messages, in the URL. */
export const useMessageView = () =>
  useListView({
    filters: { status: statuses, to: assigneeFilters },
    sorts: ['created_at', 'name'],
    defaultSort: '-created_at',
  });

/** The condition for own or unassigned entries. */
export function assigneeCondition(
  to: Assignee | undefined,
  me: string,
): Filter<'form_submissions' | 'contact_submissions'>[] {
  if (to === undefined) return [];
  return to === 'me' ? [['assigned_to', 'eq', me]] : [['assigned_to', 'is', null]];
}

/** The columns of the search. */
export const searched = { columns: ['name', 'email', 'message'] } as const;
