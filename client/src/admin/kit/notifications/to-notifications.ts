import type { RowEvent } from '@/shared/api/live';
import { entryOf } from '@/shared/api/tables';
import { isOwn } from '@/admin/kit/live/own-rows';
import { isItemKind, type ItemKind } from './kinds';

/** A notification: the data of its one-line message. */
export type AppNotification = {
  kind: ItemKind;
  id: string;
  name: string;
  /** Copies ordered or stars given; else 1. */
  count: number;
};

/** The notifications for these changes, without the rows that this window created. */
export const toNotifications = (events: readonly RowEvent[]): AppNotification[] =>
  events.flatMap(asNotifications);

function asNotifications({ table, kind: key, row }: RowEvent): AppNotification[] {
  const kind = entryOf(table)?.item?.kind;
  const id = textOf(row['id']);
  if (!isItemKind(kind) || key !== 'INSERT' || isOwn(id)) return [];
  // A review added by an admin needs no moderation.
  if (kind === 'review' && row['status'] !== 'pending') return [];
  // Orders of an import are not new to anybody.
  if (textOf(row['import_id']) !== '') return [];
  const count = Number(row['quantity'] ?? row['rating'] ?? 1);
  return [{ kind, id, name: textOf(row['name'] ?? row['buyer_name']), count }];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
