import { describe, expect, it } from 'vitest';
import { asFailure, Failure, failureKey, unwrap } from './failures';

const apiError = (code: string, status?: number) => ({ code, message: 'no', status });

describe('asFailure', () => {
  it.each([
    { name: 'a request that never left', error: new TypeError('fetch failed'), want: 'network' },
    {
      name: 'a supabase error without an answer',
      error: { message: 'x', code: '', details: '' },
      want: 'network',
    },
    { name: 'too many requests', error: apiError('', 429), want: 'tooMany' },
    { name: 'a missing right', error: apiError('42501', 401), want: 'refused' },
    { name: 'a refused sign-in', error: apiError('', 403), want: 'refused' },
    { name: 'a taken key', error: apiError('23505', 409), want: 'conflict' },
    { name: 'a broken check', error: apiError('23514', 400), want: 'invalid' },
    { name: 'a broken check without a status', error: apiError('23514'), want: 'invalid' },
    { name: 'a broken server', error: apiError('XX000', 500), want: 'unexpected' },
    { name: 'nothing at all', error: undefined, want: 'network' },
  ])('$name is $want', ({ error, want }) => {
    expect(asFailure(error).kind).toBe(want);
    expect(failureKey(error)).toBe(`failure.${want}`);
  });

  it('keeps a failure as it is', () => {
    const failure = new Failure('tooMany', '', 'slow down');
    expect(asFailure(failure)).toBe(failure);
  });
});

describe('unwrap', () => {
  it('passes the data on', () => {
    expect(unwrap({ data: [1], error: null })).toEqual([1]);
  });

  it('throws the error with the status of the answer', () => {
    expect(() => unwrap({ data: null, error: { message: 'no', code: '' }, status: 429 })).toThrow(
      expect.objectContaining({ kind: 'tooMany' }),
    );
  });
});
