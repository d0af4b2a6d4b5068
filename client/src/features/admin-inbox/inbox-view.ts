import type { Filter } from '../../admin/rows/filters';
import { useListView } from '../../admin/list/use-list-view';
import { forms, statuses } from './inbox-entry';

/** Assignee entries: those of who looks, or nobody's. */
export const assigneeFilters = ['me', 'nobody'] as const;
export type Assignee = (typeof assigneeFilters)[number];

/** What of the combined list is looked at. */
export const useSubmissionView = () =>
  useListView({
    filters: { form: forms, status: statuses, to: assigneeFilters },
    sorts: ['created_at'],
    defaultSort: '-created_at',
  });

/** What of the contact messages is looked at. */
export const useMessageView = () =>
  useListView({
    filters: { status: statuses, to: assigneeFilters },
    sorts: ['created_at', 'name'],
    defaultSort: '-created_at',
  });

/** The condition that finds one's own entries, or those that nobody has taken. */
export function assigneeCondition(
  to: Assignee | undefined,
  me: string,
): Filter<'form_submissions' | 'contact_submissions'>[] {
  if (to === undefined) return [];
  return to === 'me' ? [['assigned_to', 'eq', me]] : [['assigned_to', 'is', null]];
}

/** Where the search looks. */
export const searched = { columns: ['name', 'email', 'message'] } as const;
