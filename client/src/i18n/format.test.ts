import { expect, it, vi } from 'vitest';
import { formatNumber } from './format';

it('constructs the format of a language once', () => {
  const constructed = vi.spyOn(Intl, 'NumberFormat');
  // No other test has five digits.
  expect(formatNumber(1.5, 'en', 5)).toBe('1.50000');
  expect(formatNumber(2, 'en', 5)).toBe('2.00000');
  expect(formatNumber(1.5, 'fr', 5)).toBe('1,50000');
  expect(constructed).toHaveBeenCalledTimes(2);
});
