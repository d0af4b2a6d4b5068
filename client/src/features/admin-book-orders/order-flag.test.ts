import { describe, expect, it } from 'vitest';
import { oddities, stepOf, toneOf } from './order-flag';

describe('how far an order has come', () => {
  it.each([
    { confirmed: false, paid: false, fulfilled: false, step: 'new', tone: 'new' },
    { confirmed: true, paid: false, fulfilled: false, step: 'confirmed', tone: 'other' },
    { confirmed: true, paid: true, fulfilled: false, step: 'paid', tone: 'done' },
    { confirmed: true, paid: true, fulfilled: true, step: 'fulfilled', tone: 'done' },
    { confirmed: false, paid: false, fulfilled: true, step: 'fulfilled', tone: 'other' },
    { confirmed: false, paid: true, fulfilled: false, step: 'paid', tone: 'done' },
  ])('is $step and $tone', ({ step, tone, ...flags }) => {
    expect(stepOf(flags)).toBe(step);
    expect(toneOf(flags)).toBe(tone);
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
    expect(
      oddities({ confirmed: has('confirmed'), paid: has('paid'), fulfilled: has('fulfilled') }),
    ).toEqual(odd);
  });
});
