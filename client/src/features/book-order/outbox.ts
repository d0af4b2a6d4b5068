import { useSyncExternalStore } from 'react';
import { readRefusal, saveDraft, type Refusal } from './draft-store';
import { draftFrom, type OrderDraft } from './order';
import { asRecord, parseStored } from './stored';

/** An order that is kept on this device because the server could not be reached. */
export type QueuedOrder = {
  draft: OrderDraft;
  priceMad: number;
  /** Why the server did not take it; null while it waits to be sent. */
  refusal: Refusal | null;
};

// A key for each order: two tabs never overwrite what the other one adds or takes away.
const prefix = 'book-order-outbox:';
const none: readonly QueuedOrder[] = [];
const listeners = new Set<() => void>();
let last = { raw: '', orders: none };

/** Keeps an order until it is sent. False where the device keeps nothing (a private window). */
export function queueOrder(order: QueuedOrder): boolean {
  try {
    localStorage.setItem(prefix + order.draft.id, JSON.stringify(order));
  } catch {
    return false;
  }
  tell();
  return true;
}

/** Takes an order away: it was sent, or its buyer took it back. */
export function forgetOrder(id: string): void {
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // Nothing was kept, then.
  }
  tell();
}

/** Moves a refused order to the slip of this session, where its buyer can mend it. */
export function reopenOrder({ draft, refusal }: QueuedOrder): void {
  saveDraft(draft, refusal ?? undefined);
  forgetOrder(draft.id);
}

/** The kept orders, the oldest first. The same array until one changes. */
export function queuedOrders(): readonly QueuedOrder[] {
  const texts = storedTexts();
  const raw = texts.join('\n');
  if (raw !== last.raw) last = { raw, orders: texts.flatMap(orderFrom).toSorted(byNumber) };
  return last.orders;
}

/** The kept orders of this device, also those that another tab adds. */
export const useQueuedOrders = () => useSyncExternalStore(subscribe, queuedOrders, () => none);

const byNumber = (one: QueuedOrder, other: QueuedOrder) =>
  one.draft.number.localeCompare(other.draft.number);

type Entry = [key: string, text: string];

function storedTexts(): Entry[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => [key, localStorage.getItem(key) ?? '']);
  } catch {
    return [];
  }
}

// What is not under its own id is no order of ours, and could be neither sent nor taken away.
function orderFrom([key, text]: Entry): QueuedOrder[] {
  const stored = parseStored(text);
  const draft = draftFrom(asRecord(stored['draft']));
  if (draft.id === '' || draft.number === '' || key !== prefix + draft.id) return [];
  const price = stored['priceMad'];
  const priceMad = typeof price === 'number' ? price : 0; // the server reckons it anyway
  return [{ draft, priceMad, refusal: readRefusal(stored['refusal']) }];
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
