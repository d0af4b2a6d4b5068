import type { Row } from '@/shared/api/rows';
import { sameRow, useList } from '@/admin/kit/list/use-list';
import { whereEqual } from '@/admin/kit/rows/filters';

export type Subscriber = Row<'newsletter_subscribers'>;

/** The statuses of a subscription (double opt-in). */
export const subscriberStates = ['confirmed', 'pending', 'unsubscribed'] as const;
type SubscriberState = (typeof subscriberStates)[number];

export const stateOf = ({ status }: Subscriber): SubscriberState =>
  subscriberStates.find((state) => state === status) ?? 'pending';

const views = {
  filters: { status: subscriberStates },
  sorts: ['created_at', 'email', 'confirmed_at'],
  defaultSort: '-created_at',
} as const;

const searched = { columns: ['email'] } as const;

/** The list of subscribers. */
export const useSubscriberList = () =>
  useList({
    relation: 'newsletter_subscribers',
    views,
    query: ({ filters }) => ({
      filters: whereEqual<'newsletter_subscribers'>('status', filters.status),
      search: searched,
    }),
    rowOf: sameRow,
  });
