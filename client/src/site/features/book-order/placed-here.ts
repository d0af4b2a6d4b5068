import { sessionStore } from '@/shared/api/storage';

const name = 'placed-orders';

function numbers(): string[] {
  const stored = sessionStore.read(name);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
}

/** Remembers for this session that the server has taken an order. */
export const rememberPlaced = (number: string): void =>
  void sessionStore.write(name, [...numbers(), number].slice(-20));

/** Whether an order was placed in this session. */
export const wasPlacedHere = (number: string): boolean => numbers().includes(number);
