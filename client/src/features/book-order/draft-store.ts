import { newId } from '../../ui/new-id';
import { newDraft, type OrderDraft } from './order';
import { orderNumber } from './order-number';

const key = 'book-order-draft';

/** An empty slip with an id and a number that no other has. */
export const freshDraft = (): OrderDraft => newDraft(newId(), orderNumber(Date.now(), Math.random));

/** The slip of this session, or a new one. A stored one of an older form gets the missing fields. */
export function loadDraft(): OrderDraft {
  const fresh = freshDraft();
  const stored = read();
  return {
    id: textIn(stored, 'id') || fresh.id,
    number: textIn(stored, 'number') || fresh.number,
    name: textIn(stored, 'name'),
    email: textIn(stored, 'email'),
    phone: textIn(stored, 'phone'),
    address: textIn(stored, 'address'),
    city: textIn(stored, 'city'),
    postalCode: textIn(stored, 'postalCode'),
    edition: textIn(stored, 'edition') === 'ar' ? 'ar' : 'fr',
    quantity: quantityIn(stored),
  };
}

/** Keeps what was typed until the tab is closed. Storage that is closed to us is no failure. */
export function saveDraft(draft: OrderDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The form still holds what was typed.
  }
}

/** Forgets the slip: it became an order. */
export function clearDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored, then.
  }
}

function read(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function textIn(stored: Record<string, unknown>, field: string): string {
  const value = stored[field];
  return typeof value === 'string' ? value : '';
}

function quantityIn(stored: Record<string, unknown>): number {
  const value = stored['quantity'];
  return typeof value === 'number' && value >= 1 ? value : 1;
}
