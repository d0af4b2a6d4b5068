import { describe, expect, it, vi } from 'vitest';
import { Failure } from '@/shared/api/failures';
import { newId } from '@/shared/ui/new-id';
import { asQuantity, emptyDraft, orderOf } from './order';
import { orderNumber } from '@/shared/api/order-number';
import { placeOrder, type InsertOrder } from './place-order';

describe('orderNumber', () => {
  it.each([
    { name: 'the lowest', random: 0, want: 'BO17000000000000' },
    { name: 'the highest', random: 0.99999, want: 'BO1700000000000999' },
  ])('$name', ({ random, want }) => {
    expect(orderNumber(1_700_000_000_000, () => random)).toBe(want);
  });
});

describe('asQuantity', () => {
  it.each([
    ['', 1],
    ['0', 1],
    ['-3', 1],
    ['2', 2],
    ['2.9', 2],
    ['1e9', 1],
    ['1000', 100],
  ])('%s is %i', (typed, want) => {
    expect(asQuantity(typed)).toBe(want);
  });
});

describe('newId', () => {
  it('is a unique UUID of version 4', () => {
    const made = Array.from({ length: 50 }, newId);
    expect(new Set(made).size).toBe(50);
    for (const id of made)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('placeOrder', () => {
  const order = (number: string) =>
    orderOf({ ...emptyDraft, id: '00000000-0000-4000-8000-000000000001', number }, number, 279);
  const numbers = () => {
    let next = 1;
    return () => `BO${next++}`;
  };
  const taken = {
    error: { code: '23505', message: 'violates unique constraint "book_orders_order_number_key"' },
    status: 409,
  };
  const same = {
    error: { code: '23505', message: 'violates unique constraint "book_orders_pkey"' },
    status: 409,
  };
  const broken = { error: { code: '23514', message: 'no' }, status: 400 };
  const fine = { error: null };

  it('generates another number if one is taken', async () => {
    const insert = vi.fn<InsertOrder>().mockResolvedValueOnce(taken).mockResolvedValueOnce(fine);
    expect(await placeOrder(insert, order, numbers())).toBe('BO2');
    expect(insert.mock.calls.map(([row]) => row.order_number)).toEqual(['BO1', 'BO2']);
  });

  it('succeeds if the order exists already', async () => {
    const insert = vi.fn<InsertOrder>().mockResolvedValue(same);
    expect(await placeOrder(insert, order, numbers())).toBe('BO1');
    expect(insert).toHaveBeenCalledOnce();
  });

  it('gives up after three taken numbers', async () => {
    const insert = vi.fn<InsertOrder>().mockResolvedValue(taken);
    await expect(placeOrder(insert, order, numbers())).rejects.toThrow(Failure);
    expect(insert).toHaveBeenCalledTimes(3);
  });

  it('does not retry a rejected order', async () => {
    const insert = vi.fn<InsertOrder>().mockResolvedValue(broken);
    await expect(placeOrder(insert, order, numbers())).rejects.toMatchObject({ kind: 'invalid' });
    expect(insert).toHaveBeenCalledOnce();
  });
});
