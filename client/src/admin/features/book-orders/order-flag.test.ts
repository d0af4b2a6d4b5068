import { describe, expect, it } from 'vitest';
import { warningsOf, stepOf, toneOf, type Order } from './order-flag';
import { endingsOf, isEditable } from './order-status';

/** The state that the server gives an order that has not ended. */
function statusOf(flags: { confirmed: boolean; fulfilled: boolean }): Order['order_status'] {
  if (flags.fulfilled) return 'fulfilled';
  return flags.confirmed ? 'confirmed' : 'new';
}

describe('how far an order has come', () => {
  it.each([
    { confirmed: false, paid: false, fulfilled: false, step: 'new', tone: 'new' },
    { confirmed: true, paid: false, fulfilled: false, step: 'confirmed', tone: 'other' },
    { confirmed: true, paid: true, fulfilled: false, step: 'paid', tone: 'done' },
    { confirmed: true, paid: true, fulfilled: true, step: 'fulfilled', tone: 'done' },
    { confirmed: false, paid: false, fulfilled: true, step: 'fulfilled', tone: 'other' },
    { confirmed: false, paid: true, fulfilled: false, step: 'paid', tone: 'done' },
  ])('is $step and $tone', ({ step, tone, ...flags }) => {
    const order = { ...flags, order_status: statusOf(flags) };
    expect(stepOf(order)).toBe(step);
    expect(toneOf(order)).toBe(tone);
  });
});

describe('an order that has ended', () => {
  const flags = { confirmed: true, paid: true };
  it.each(['cancelled', 'refused', 'returned'] as const)('is %s, and owes what was paid', (end) => {
    const amounts = { total_amount: 558, refunded_amount: 0 };
    const order = { ...flags, ...amounts, fulfilled: end !== 'cancelled', order_status: end };
    expect(stepOf(order)).toBe(end);
    expect(toneOf(order)).toBe('other');
    expect(warningsOf(order)).toEqual(['refund']);
    expect(warningsOf({ ...order, paid: false })).toEqual([]);
    expect(warningsOf({ ...order, refunded_amount: 500 })).toEqual(['refund']);
    expect(warningsOf({ ...order, refunded_amount: 558 })).toEqual([]);
  });
});

describe('what can be done with an order', () => {
  it.each([
    { status: 'new', ends: ['cancelled'], edits: true },
    { status: 'confirmed', ends: ['cancelled'], edits: true },
    { status: 'fulfilled', ends: ['refused', 'returned'], edits: false },
    { status: 'cancelled', ends: [], edits: false },
    { status: 'refused', ends: [], edits: false },
    { status: 'returned', ends: [], edits: false },
    { status: 'spam', ends: [], edits: false },
  ] as const)('that is $status: $ends', ({ status, ends, edits }) => {
    expect(endingsOf({ order_status: status })).toEqual(ends);
    expect(isEditable({ order_status: status })).toBe(edits);
  });
});

describe('what is odd about an order', () => {
  it.each([
    { flags: '', odd: [] },
    { flags: 'confirmed', odd: [] },
    { flags: 'confirmed paid', odd: [] },
    { flags: 'confirmed paid fulfilled', odd: [] },
    { flags: 'paid', odd: ['paid'] },
    { flags: 'paid fulfilled', odd: ['fulfilled'] },
    { flags: 'fulfilled', odd: ['fulfilled', 'unpaid'] },
    { flags: 'confirmed fulfilled', odd: ['unpaid'] },
  ])('is $odd where it is "$flags"', ({ flags, odd }) => {
    const has = (flag: string) => flags.split(' ').includes(flag);
    const set = { confirmed: has('confirmed'), paid: has('paid'), fulfilled: has('fulfilled') };
    const amounts = { total_amount: 558, refunded_amount: 0 };
    expect(warningsOf({ ...set, ...amounts, order_status: statusOf(set) })).toEqual(odd);
  });
});
