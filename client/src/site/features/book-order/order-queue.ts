import { readRefusal, saveDraft, type Refusal } from './draft-store';
import { saveEdition } from './edition';
import { parseDraft, type OrderDraft } from './order';
import { asRecord, localStore, parseJSON } from '@/shared/api/storage';
import { createStorageStore, useStore } from '@/shared/ui/store';

/** An order in localStorage, waiting for a connection to the server. */
export type QueuedOrder = {
  draft: OrderDraft;
  priceMad: number;
  /** The error with which the server rejected it; null while it waits to be sent. */
  refusal: Refusal | null;
};

// One key per order, so that two tabs do not overwrite each other's changes.
const prefix = 'book-order-outbox:';
const sendingPrefix = 'book-order-sending:';
const none: readonly QueuedOrder[] = [];

const queue = createStorageStore<readonly QueuedOrder[]>({
  initial: none,
  read: () => storedTexts(prefix).join('\n') || null,
  parse: () => storedTexts(prefix).flatMap(orderFrom).toSorted(compareNumbers),
});

/** Queues an order. Returns false without storage (a private window). */
export function queueOrder(order: QueuedOrder): boolean {
  const isStored = localStore.write(prefix + order.draft.id, order);
  if (isStored) queue.notify();
  return isStored;
}

/**
 * Stores an order while `work` sends it, outside the queue, so that closing the tab loses nothing. The
 * Web Lock ends with the tab; then recoverOrders finds the order.
 */
export async function withLock<T>({ order, work }: LockedWork<T>): Promise<T> {
  const key = sendingPrefix + order.draft.id;
  localStore.write(key, order); // without storage it is sent all the same
  try {
    return await (navigator.locks?.request(key, work) ?? work());
  } finally {
    removeKey(key);
  }
}

type LockedWork<T> = { order: QueuedOrder; work: () => Promise<T> };

/** Queues orders that a closed tab was sending. A repeated insert is detected by the id. */
export async function recoverOrders(): Promise<void> {
  await Promise.all(storedTexts(sendingPrefix).map(([key]) => recover(key)));
}

async function recover(key: string): Promise<void> {
  const requeue = () => {
    const text = localStore.readText(key);
    if (text !== null) localStore.writeText(prefix + key.slice(sendingPrefix.length), text);
    removeKey(key);
    queue.notify();
  };
  const free = (lock: Lock | null) => (lock === null ? undefined : requeue());
  await (navigator.locks?.request(key, { ifAvailable: true }, free) ?? requeue());
}

/** Removes an order that was sent or cancelled. */
export function forgetOrder(id: string): void {
  removeKey(prefix + id);
  queue.notify();
}

const removeKey = (key: string) => localStore.write(key, undefined);

/** Moves a rejected order to the draft of this session, where it can be corrected. */
export function reopenOrder({ draft, refusal }: QueuedOrder): void {
  saveDraft(draft, refusal ?? undefined);
  saveEdition(draft.edition);
  forgetOrder(draft.id);
}

/** The queued orders, oldest first. The same array until one changes. */
export const queuedOrders = (): readonly QueuedOrder[] => queue.get();

/** The queued orders, including those of other tabs. */
export const useQueuedOrders = (): readonly QueuedOrder[] => useStore(queue);

function compareNumbers(one: QueuedOrder, other: QueuedOrder): number {
  return one.draft.number.localeCompare(other.draft.number);
}

type Entry = [key: string, text: string];

function storedTexts(start: string): Entry[] {
  return localStore.keys(start).map((key) => [key, localStore.readText(key) ?? '']);
}

// An entry whose key does not match its id is ignored: it could not be removed.
function orderFrom([key, text]: Entry): QueuedOrder[] {
  const stored = asRecord(parseJSON(text));
  const draft = parseDraft(asRecord(stored['draft']));
  if (draft.id === '' || draft.number === '' || key !== prefix + draft.id) return [];
  const price = stored['priceMad'];
  const priceMad = typeof price === 'number' ? price : 0; // the server computes it anyway
  return [{ draft, priceMad, refusal: readRefusal(stored['refusal']) }];
}
