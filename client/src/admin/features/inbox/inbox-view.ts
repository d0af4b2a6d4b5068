import type { FiltersOf } from '@/admin/kit/list/use-list-view';
import type { Filter } from '@/admin/kit/rows/filters';
import { wordFilters } from '@/admin/kit/rows/word-filters';
import { statuses, type Entry } from './inbox-entry';

/** The assignee filters: the current admin, or unassigned. */
export const assigneeFilters = ['me', 'nobody'] as const;
export type Assignee = (typeof assigneeFilters)[number];

/** The states of the tabs: what waits for an answer, and each status. Without one, all but spam. */
export const inboxStates = ['unanswered', ...statuses] as const;
export type InboxState = (typeof inboxStates)[number];

/** The filters and sorts of an inbox. */
export const inboxViews = {
  filters: { status: inboxStates, to: assigneeFilters },
  sorts: ['created_at'],
  defaultSort: '-created_at',
} as const;

/** The change of the view for a tab. What waits is sorted by how long it has waited. */
export const stateChange = (state: InboxState | undefined) =>
  ({
    filters: { status: state },
    sort: state === 'unanswered' ? 'created_at' : '-created_at',
  }) as const;

type Inbox = 'form_submissions' | 'contact_submissions';
type Filters = FiltersOf<typeof inboxViews.filters>;

const stateConditions = {
  unanswered: ['waiting_since', 'not.is', null],
  new: ['status', 'eq', 'new'],
  read: ['status', 'eq', 'read'],
  responded: ['status', 'eq', 'responded'],
  spam: ['status', 'eq', 'spam'],
} as const satisfies Record<InboxState, Filter<Inbox>>;

/** The conditions of a state: without one, all but spam. A new order has no status. */
export const stateCondition = (state: InboxState | undefined): Filter<Inbox> =>
  state === undefined ? ['status', 'isdistinct', 'spam'] : stateConditions[state];

/** The conditions of assignee and search: each word must be found, in any order. */
export function otherConditions(
  { search, filters: { to } }: { search: string; filters: Filters },
  me: string,
): Filter<Inbox>[] {
  const own: Filter<Inbox> = ['assigned_to', 'eq', me];
  const nobody: Filter<Inbox> = ['assigned_to', 'is', null];
  return [
    ...(to === undefined ? [] : [to === 'me' ? own : nobody]),
    ...wordFilters<Inbox>('search_text', search),
  ];
}

/** The name of an entry, for the labels of its controls. */
export const nameOf = ({ name }: Entry) => name;
