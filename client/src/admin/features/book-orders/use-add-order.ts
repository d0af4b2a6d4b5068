import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import { Failure } from '@/shared/api/failures';
import { orderNumber } from '@/shared/api/order-number';
import { rememberOwn } from '@/admin/kit/live/own-rows';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { newId } from '@/shared/ui/new-id';
import { rowOf, type NewOrder } from './new-order';

const maxAttempts = 3;

/**
 * Creates an order and returns its number. Idempotent: every attempt has the same id, so that a lost
 * response causes no second order; a number that is taken is replaced.
 */
export function useAddOrder() {
  const queries = useQueryClient();
  const identity = useRef<{ id: string; number: string }>(undefined);
  return useMutation({
    networkMode: 'always',
    mutationFn: async (order: NewOrder) => {
      identity.current ??= { id: newId(), number: newNumber() };
      rememberOwn(identity.current.id);
      return insertNumbered(order, identity.current);
    },
    onSuccess: () => {
      identity.current = undefined;
      return refresh(queries, ['book_orders']);
    },
  });
}

const newNumber = () => orderNumber(Date.now(), Math.random);

async function insertNumbered(
  order: NewOrder,
  identity: { id: string; number: string },
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const row = { ...rowOf(order), id: identity.id, order_number: identity.number };
      // Each attempt depends on the answer to the last.
      // oxlint-disable-next-line no-await-in-loop
      await insertIdempotent((client) => client.from('book_orders').insert(row));
      return identity.number;
    } catch (error) {
      if (!isTaken(error) || attempt === maxAttempts) throw error;
      identity.number = newNumber();
    }
  }
}

const isTaken = (error: unknown) =>
  error instanceof Failure && error.code === '23505' && error.message.includes('order_number');
