import { asFailure, type Failure } from '@/shared/api/failures';
import { newId } from '@/shared/ui/new-id';
import { parseDraft, type OrderDraft, type OrderIdentity } from './order';
import { orderNumber } from '@/shared/api/order-number';
import { asRecord, readDraft, writeDraft } from '@/shared/api/storage';

const name = 'book-order';

/** The error with which the server rejected an order, as stored with its draft. */
export type Refusal = { code: string; message: string; status: number };

/** The draft of a session, and the error if it is a rejected order. */
export type StoredOrderDraft = { draft: OrderDraft; refusal: Failure | undefined };

/** A new id and a new order number. */
export const newIdentity = (): OrderIdentity => ({
  id: newId(),
  number: orderNumber(Date.now(), Math.random),
});

/** The draft of this session; undefined if there is none. */
export function loadOrderDraft(): StoredOrderDraft | undefined {
  const stored = asRecord(readDraft(name));
  const draft = parseDraft(stored);
  if (draft.id === '' || draft.number === '') return undefined;
  return { draft, refusal: refusalIn(stored) };
}

/** Saves the draft for the session. Does nothing without storage. */
export const saveDraft = (draft: OrderDraft, refusal?: Refusal): void =>
  void writeDraft(name, { ...draft, refusal });

/** Deletes the draft. */
export const clearDraft = (): void => void writeDraft(name, undefined);

function refusalIn(stored: Record<string, unknown>): Failure | undefined {
  const refusal = readRefusal(stored['refusal']);
  return refusal === null ? undefined : asFailure(refusal);
}

/** Parses a stored error; null if there is none. */
export function readRefusal(stored: unknown): Refusal | null {
  const { code, message, status } = asRecord(stored);
  if (typeof code !== 'string' || typeof message !== 'string') return null;
  return { code, message, status: typeof status === 'number' ? status : 0 };
}
