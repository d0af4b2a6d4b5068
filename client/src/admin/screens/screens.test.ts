import { describe, expect, it } from 'vitest';
import { screens } from './screens';

describe('the list of screens', () => {
  it('has unique shortcuts', () => {
    const keys = screens.flatMap((screen) => screen.keys ?? []);
    expect(keys).toEqual([...new Set(keys)]);
    expect(keys).toContain('g m');
  });
});
