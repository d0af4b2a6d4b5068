import { describe, expect, it } from 'vitest';
import { redact } from './redact';

describe('redact', () => {
  it.each([
    { message: 'x is not a function', want: 'x is not a function' },
    { message: 'got eyJhbGci.eyJpc3M.sig_-1 back', want: 'got … back' },
    { message: 'GET /?access_token=abc&a=1', want: 'GET /?access_token=…&a=1' },
    { message: '{"password":"secret"}', want: '{"password":"…"}' },
    { message: 'apikey: 123 refused', want: 'apikey: … refused' },
  ])('of "$message"', ({ message, want }) => {
    expect(redact(message)).toBe(want);
  });
});
