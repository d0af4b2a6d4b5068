import type { Filter } from '../../admin/rows/filters';
import { useListView } from '../../admin/list/use-list-view';
import { forms, statuses } from './inbox-entry';

/** Whose entries: those of who looks, or nobody's. */
export const whose = ['me', 'nobody'] as const;
export type Whose = (typeof whose)[number];

/** What of the combined list is looked at. */
export const useSubmissionView = () =>
  useListView({
    filters: { form: forms, status: statuses, to: whose },
    sorts: ['created_at'],
    defaultSort: '-created_at',
  });

/** What of the contact messages is looked at. */
export const useMessageView = () =>
  useListView({
    filters: { status: statuses, to: whose },
    sorts: ['created_at', 'name'],
    defaultSort: '-created_at',
  });

/** The condition that finds one's own entries, or those that nobody has taken. */
export function whoseFilter(
  to: Whose | undefined,
  me: string,
): Filter<'form_submissions' | 'contact_submissions'>[] {
  if (to === undefined) return [];
  return to === 'me' ? [['assigned_to', 'eq', me]] : [['assigned_to', 'is', null]];
}

/** Where the search looks. */
export const searched = { columns: ['name', 'email', 'message'] } as const;
