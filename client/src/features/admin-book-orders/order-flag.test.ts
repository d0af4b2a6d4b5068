import { describe, expect, it } from 'vitest';
import { stepOf, toneOf } from './order-flag';

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
