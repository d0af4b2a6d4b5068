import { describe, expect, it, vi } from 'vitest';
import { asFailure, Failure, failureKey, failureText, unwrap } from './failures';

const apiError = (code: string, status?: number) => ({ code, message: 'no', status });

describe('asFailure', () => {
  it.each([
    { name: 'a request that was not sent', error: new TypeError('fetch failed'), want: 'network' },
    {
      name: 'a supabase error without a response',
      error: { message: 'x', code: '', details: '' },
      want: 'network',
    },
    { name: 'too many requests', error: apiError('', 429), want: 'tooMany' },
    { name: 'a missing right', error: apiError('42501', 401), want: 'refused' },
    { name: 'a refused sign-in', error: apiError('', 403), want: 'refused' },
    { name: 'a duplicate key', error: apiError('23505', 409), want: 'conflict' },
    { name: 'a violated check', error: apiError('23514', 400), want: 'invalid' },
    { name: 'a violated check without a status', error: apiError('23514'), want: 'invalid' },
    {
      name: 'a text over its limit',
      error: {
        code: '23514',
        status: 400,
        message: 'violates check constraint "contact_submissions_message_length"',
      },
      want: 'tooLong',
    },
    { name: 'a server error', error: apiError('XX000', 500), want: 'unexpected' },
    { name: 'undefined', error: undefined, want: 'network' },
  ])('$name is $want', ({ error, want }) => {
    expect(asFailure(error).kind).toBe(want);
    expect(failureKey(error)).toBe(`failure.${want}`);
  });

  it('treats a response without a message as a response, not as a lost network', () => {
    expect(asFailure({ message: '' }, 502).kind).toBe('unexpected');
    expect(asFailure({ message: '' }, 0).kind).toBe('network');
  });

  it('is offline without a network', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(asFailure(new TypeError('fetch failed')).kind).toBe('offline');
  });

  it('has a message of the site namespace', () => {
    expect(failureText((key) => `<${key}>`, apiError('', 429))).toBe('<site:failure.tooMany>');
  });

  it('keeps a failure as it is', () => {
    const failure = new Failure('tooMany', '', 'slow down');
    expect(asFailure(failure)).toBe(failure);
  });
});

describe('unwrap', () => {
  it('returns the data', () => {
    expect(unwrap({ data: [1], error: null })).toEqual([1]);
  });

  it('throws the error with the status of the response', () => {
    expect(() => unwrap({ data: null, error: { message: 'no', code: '' }, status: 429 })).toThrow(
      expect.objectContaining({ kind: 'tooMany' }),
    );
  });
});
