import type { RowEvent } from '@/api/live';
import { isOwn } from '@/admin/live/own-rows';
import type { ItemKind } from './kinds';

/** A notification: the data of its one-line message. */
export type AppNotification = {
  kind: ItemKind;
  id: string;
  name: string;
  /** Copies ordered or stars given; else 1. */
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

/** The notifications for these changes, without the rows that this window created. */
export const toNotifications = (events: readonly RowEvent[]): AppNotification[] =>
  events.flatMap(asNotifications);

function asNotifications({ table, kind: key, row }: RowEvent): AppNotification[] {
  const kind = kinds.get(table);
  const id = textOf(row['id']);
  if (kind === undefined || key !== 'INSERT' || isOwn(id)) return [];
  // A review added by an admin needs no moderation.
  if (kind === 'review' && row['status'] !== 'pending') return [];
  const count = Number(row['quantity'] ?? row['rating'] ?? 1);
  return [{ kind, id, name: textOf(row['name'] ?? row['buyer_name']), count }];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
