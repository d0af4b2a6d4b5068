import { asFailure, type Failure } from '../../api/failures';
import { newId } from '../../ui/new-id';
import { draftFrom, type OrderDraft, type OrderIdentity } from './order';
import { orderNumber } from '../../api/order-number';
import { asRecord, readDraft, writeDraft } from '../../ui/storage';

const name = 'book-order';

/** What the server said when it did not take an order; enough to say it in words later. */
export type Refusal = { code: string; message: string; status: number };

/** The draft of a session, and why it came back where it was refused after all. */
export type StoredOrderDraft = { draft: OrderDraft; refusal: Failure | undefined };

/** An id and a number that no other order has. */
export const newIdentity = (): OrderIdentity => ({
  id: newId(),
  number: orderNumber(Date.now(), Math.random),
});

/** The draft of this session; undefined where nothing was typed yet. */
export function loadOrderDraft(): StoredOrderDraft | undefined {
  const stored = asRecord(readDraft(name));
  const draft = draftFrom(stored);
  if (draft.id === '' || draft.number === '') return undefined;
  return { draft, refusal: refusalIn(stored) };
}

/** Keeps what was typed until the tab is closed. Storage that is closed to us is no failure. */
export const saveDraft = (draft: OrderDraft, refusal?: Refusal): void =>
  void writeDraft(name, { ...draft, refusal });

/** Forgets the draft: it became an order. */
export const clearDraft = (): void => void writeDraft(name, undefined);

function refusalIn(stored: Record<string, unknown>): Failure | undefined {
  const refusal = readRefusal(stored['refusal']);
  return refusal === null ? undefined : asFailure(refusal);
}

/** A refusal as some storage gave it back; null where there was none. */
export function readRefusal(stored: unknown): Refusal | null {
  const { code, message, status } = asRecord(stored);
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  return { code, message, status: typeof status === 'number' ? status : 0 };
}
