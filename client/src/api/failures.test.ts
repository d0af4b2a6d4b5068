import { describe, expect, it, vi } from 'vitest';
import { asFailure, Failure, failureKey, failureText, unwrap } from './failures';

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
    {
      name: 'a text beyond its limit',
      error: {
        code: '23514',
        status: 400,
        message: 'violates check constraint "contact_submissions_message_length"',
      },
      want: 'tooLong',
    },
    { name: 'a broken server', error: apiError('XX000', 500), want: 'unexpected' },
    { name: 'nothing at all', error: undefined, want: 'network' },
  ])('$name is $want', ({ error, want }) => {
    expect(asFailure(error).kind).toBe(want);
    expect(failureKey(error)).toBe(`failure.${want}`);
  });

  it('takes an answer without words for an answer: a proxy at a fault is no lost network', () => {
    expect(asFailure({ message: '' }, 502).kind).toBe('unexpected');
    expect(asFailure({ message: '' }, 0).kind).toBe('network');
  });

  it('knows when the browser has no network', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(asFailure(new TypeError('fetch failed')).kind).toBe('offline');
  });

  it('is said with the words of the site', () => {
    expect(failureText((key) => `<${key}>`, apiError('', 429))).toBe('<site:failure.tooMany>');
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
