import type { RowEvent } from '../../api/live';
import { isOwn } from '../live/own-rows';
import type { ItemKind } from './kinds';

/** Something that came in: enough to say it in a line. */
export type AppNotification = {
  kind: ItemKind;
  id: string;
  name: string;
  /** Books ordered, or stars given; 1 of all else. */
  count: number;
};

const kinds = new Map<string, ItemKind>([
  ['book_orders', 'book_order'],
  ['contact_submissions', 'contact'],
  ['speaking_inquiries', 'speaking'],
  ['sponsorship_inquiries', 'sponsorship'],
  ['retreat_inquiries', 'retreat'],
  ['book_reviews', 'review'],
]);

/** What of these changes came in from elsewhere: not what was made in this window. */
export const toNotifications = (events: readonly RowEvent[]): AppNotification[] =>
  events.flatMap(asNotifications);

function asNotifications({ table, kind: key, row }: RowEvent): AppNotification[] {
  const kind = kinds.get(table);
  const id = textOf(row['id']);
  if (kind === undefined || key !== 'INSERT' || isOwn(id)) return [];
  // One that an admin has written needs nobody's decision.
  if (kind === 'review' && row['status'] !== 'pending') return [];
  const count = Number(row['quantity'] ?? row['rating'] ?? 1);
  return [{ kind, id, name: textOf(row['name'] ?? row['buyer_name']), count }];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
