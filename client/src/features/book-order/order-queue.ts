import { useSyncExternalStore } from 'react';
import { readRefusal, saveDraft, type Refusal } from './draft-store';
import { draftFrom, type OrderDraft } from './order';
import { asRecord, localStore, parseJSON } from '../../ui/storage';

/** An order that is kept on this device because the server could not be reached. */
export type QueuedOrder = {
  draft: OrderDraft;
  priceMad: number;
  /** Why the server did not take it; null while it waits to be sent. */
  refusal: Refusal | null;
};

// A key for each order: two tabs never overwrite what the other one adds or takes away.
const prefix = 'book-order-outbox:';
const sendingPrefix = 'book-order-sending:';
const none: readonly QueuedOrder[] = [];
const listeners = new Set<() => void>();
let last = { raw: '', orders: none };

/** Keeps an order until it is sent. False where the device keeps nothing (a private window). */
export function queueOrder(order: QueuedOrder): boolean {
  const isKept = localStore.write(prefix + order.draft.id, order);
  if (isKept) tell();
  return isKept;
}

/**
 * Keeps an order while `work` sends it, out of sight: whoever closes the tab meanwhile has lost nothing.
 * The lock ends with the tab, and recoverOrders finds what it has left.
 */
export async function withLock<T>({ order, work }: Kept<T>): Promise<T> {
  const key = sendingPrefix + order.draft.id;
  localStore.write(key, order); // in a private window it is sent all the same
  try {
    return await (navigator.locks?.request(key, work) ?? work());
  } finally {
    forget(key);
  }
}

type Kept<T> = { order: QueuedOrder; work: () => Promise<T> };

/** Queues the orders that a tab was sending when it was closed. Some have arrived: the id tells. */
export async function recoverOrders(): Promise<void> {
  await Promise.all(storedTexts(sendingPrefix).map(([key]) => adopt(key)));
}

async function adopt(key: string): Promise<void> {
  const queue = () => {
    const text = localStore.readText(key);
    if (text !== null) localStore.writeText(prefix + key.slice(sendingPrefix.length), text);
    forget(key);
    tell();
  };
  const free = (lock: Lock | null) => (lock === null ? undefined : queue());
  await (navigator.locks?.request(key, { ifAvailable: true }, free) ?? queue());
}

/** Takes an order away: it was sent, or its buyer took it back. */
export function forgetOrder(id: string): void {
  forget(prefix + id);
  tell();
}

const forget = (key: string) => localStore.write(key, undefined);

/** Moves a refused order to the slip of this session, where its buyer can mend it. */
export function reopenOrder({ draft, refusal }: QueuedOrder): void {
  saveDraft(draft, refusal ?? undefined);
  forgetOrder(draft.id);
}

/** The kept orders, the oldest first. The same array until one changes. */
export function queuedOrders(): readonly QueuedOrder[] {
  const texts = storedTexts(prefix);
  const raw = texts.join('\n');
  if (raw !== last.raw) last = { raw, orders: texts.flatMap(orderFrom).toSorted(byNumber) };
  return last.orders;
}

/** The kept orders of this device, also those that another tab adds. */
export const useQueuedOrders = () => useSyncExternalStore(subscribe, queuedOrders, () => none);

const byNumber = (one: QueuedOrder, other: QueuedOrder) =>
  one.draft.number.localeCompare(other.draft.number);

type Entry = [key: string, text: string];

const storedTexts = (start: string): Entry[] =>
  localStore.keys(start).map((key) => [key, localStore.readText(key) ?? '']);

// What is not under its own id is no order of ours, and could be neither sent nor taken away.
function orderFrom([key, text]: Entry): QueuedOrder[] {
  const stored = asRecord(parseJSON(text));
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
