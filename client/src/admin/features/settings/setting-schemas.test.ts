import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checks, stored } from './setting-schemas';

const check = checks((problem, values) => [problem, ...Object.values(values ?? {})].join(' '));

/** The result of a validator, or its first problem. */
function said(schema: z.core.$ZodType, value: unknown): unknown {
  const { data, error } = z.safeParse(schema, value);
  return error === undefined ? data : error.issues[0]?.message;
}

const empty = { en: '', fr: '', ar: '' };
const her = { en: ' Her ', fr: '', ar: 'هي' };

describe('what a setting may be', () => {
  it.each([
    { is: 'a price', schema: check.decimal(1, 100), value: 27.5, want: 27.5 },
    { is: 'no price', schema: check.decimal(1, 100), value: null, want: 'number' },
    { is: 'no number', schema: check.decimal(1, 100), value: Number.NaN, want: 'number' },
    { is: 'too dear', schema: check.decimal(1, 100), value: 100.5, want: 'range 1 100' },
    { is: 'half a copy', schema: check.whole(0, 9), value: 4.5, want: 'whole' },
    { is: 'no height', schema: check.maybeWhole(1, 9000), value: null, want: null },
    { is: 'too high', schema: check.maybeWhole(1, 9000), value: 9001, want: 'range 1 9000' },
    { is: 'no address', schema: check.email, value: ' ', want: null },
    { is: 'an address', schema: check.email, value: ' a@b.org ', want: 'a@b.org' },
    { is: 'half an address', schema: check.email, value: 'a@', want: 'email' },
    { is: 'a phone', schema: check.phone, value: '+212 6 12-34', want: '+212 6 12-34' },
    { is: 'no phone', schema: check.phone, value: 'call me', want: 'phone' },
    { is: 'a script', schema: check.link, value: 'javascript:alert(1)', want: 'link' },
    { is: 'a bare host', schema: check.link, value: 'example.org', want: 'link' },
    { is: 'a film', schema: check.film, value: 'dQw4w9WgXcQ', want: 'dQw4w9WgXcQ' },
    { is: 'no film', schema: check.film, value: 'soon', want: 'film' },
    { is: 'no day', schema: check.day, value: '', want: 'date' },
    { is: 'a name', schema: check.name, value: her, want: { en: 'Her', fr: '', ar: 'هي' } },
    { is: 'no English name', schema: check.name, value: empty, want: 'english' },
    { is: 'no words', schema: check.optionalTexts, value: empty, want: null },
    {
      is: 'French alone',
      schema: check.optionalTexts,
      value: { ...empty, fr: 'x' },
      want: 'english',
    },
  ])('$is', ({ schema, value, want }) => {
    expect(said(schema, value)).toEqual(want);
  });
});

describe('what is stored', () => {
  it('is empty in the form where it has another shape', () => {
    expect(z.parse(stored.texts, null)).toEqual(empty);
    expect(z.parse(stored.texts, { en: 'Her', fr: 7 })).toEqual({ ...empty, en: 'Her' });
    expect(z.parse(stored.number, 'none')).toBeNull();
    expect(z.parse(stored.text, ['x'])).toBe('');
  });
});
