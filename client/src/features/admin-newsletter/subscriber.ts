import type { Row } from '@/api/rows';
import type { ListView, SetView } from '@/admin/list/use-list-view';
import { whereEqual, type Filter } from '@/admin/rows/filters';
import type { PageQuery } from '@/admin/rows/use-page-of-rows';

export type Subscriber = Row<'newsletter_subscribers'>;

/** The statuses of a subscription (double opt-in). */
export const subscriberStates = ['confirmed', 'pending', 'unsubscribed'] as const;
type SubscriberState = (typeof subscriberStates)[number];

export const stateOf = ({ status }: Subscriber): SubscriberState =>
  subscriberStates.find((state) => state === status) ?? 'pending';

/** The filters and sorts of the list. */
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

/** The query of a view. */
export const subscriberQuery = (view: SubscriberView) =>
  ({
    view,
    filters: whereEqual<'newsletter_subscribers'>('status', view.filters.status),
    search: { columns: ['email'] },
  }) satisfies PageQuery<'newsletter_subscribers'>;

/** The conditions of each tab. */
export const subscriberCounts: Record<'all' | SubscriberState, Filter<'newsletter_subscribers'>[]> =
  {
    all: [],
    confirmed: [['status', 'eq', 'confirmed']],
    pending: [['status', 'eq', 'pending']],
    unsubscribed: [['status', 'eq', 'unsubscribed']],
  };
