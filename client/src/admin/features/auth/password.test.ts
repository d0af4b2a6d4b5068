import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password';

describe('a new password', () => {
  it.each([
    { password: '12345', again: '12345', want: 'tooShort' },
    { password: '', again: '', want: 'tooShort' },
    { password: '😀😀😀', again: '😀😀😀', want: 'tooShort' },
    { password: '123456', again: '123457', want: 'differ' },
    { password: '123456', again: '123456', want: undefined },
    { password: ' spaces ', again: ' spaces ', want: undefined },
  ])('$password, then $again: $want', ({ password, again, want }) => {
    expect(passwordProblem(password, again)).toBe(want);
  });
});
