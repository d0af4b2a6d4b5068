import { expect, it } from 'vitest';
import { isRowId } from './row-id';

it('takes the id of a row for one, and nothing else that an address may say', () => {
  expect(isRowId('00000000-0000-4000-8000-0000000000ff')).toBe(true);
  expect(isRowId('A3BB189E-8BF9-3888-9912-ACE4E6543002')).toBe(true);
  for (const text of ['', 'new', 'zzz', '00000000', '00000000-0000-4000-8000-0000000000ff,x']) {
    expect(isRowId(text)).toBe(false);
  }
});
