import type { Row } from '../../api/rows';
import type { ListView, SetView } from '../../admin/list/use-list-view';
import { whereEqual, type Filter } from '../../admin/rows/filters';
import type { PageQuery } from '../../admin/rows/use-page-of-rows';

export type Subscriber = Row<'newsletter_subscribers'>;

/** Confirmed by its owner; not yet; no longer. */
export const subscriberStates = ['confirmed', 'pending', 'unsubscribed'] as const;
type SubscriberState = (typeof subscriberStates)[number];

export const stateOf = ({ status }: Subscriber): SubscriberState =>
  subscriberStates.find((state) => state === status) ?? 'pending';

/** What of the subscribers can be looked at, and how sorted. */
export const subscriberViews = {
  filters: { status: subscriberStates },
  sorts: ['created_at', 'email', 'confirmed_at'],
  defaultSort: '-created_at',
} as const;

export type SubscriberView = ListView<
  typeof subscriberViews.filters,
  (typeof subscriberViews.sorts)[number]
>;
export type SetSubscriberView = SetView<typeof subscriberViews.filters>;

/** What the server is asked for a view. */
export const subscriberQuery = (view: SubscriberView) =>
  ({
    view,
    filters: whereEqual<'newsletter_subscribers'>('status', view.filters.status),
    search: { columns: ['email'] },
  }) satisfies PageQuery<'newsletter_subscribers'>;

/** The subscribers of each tab, to be counted. */
export const subscriberCounts: Record<'all' | SubscriberState, Filter<'newsletter_subscribers'>[]> =
  {
    all: [],
    confirmed: [['status', 'eq', 'confirmed']],
    pending: [['status', 'eq', 'pending']],
    unsubscribed: [['status', 'eq', 'unsubscribed']],
  };
