import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normalisePhone, phoneNumber, whatsappLink } from './phone';

// The same cases as private.phone_number in the database and telephone.E164 in Go.
const cases: { typed: string; number: string | null }[] = JSON.parse(
  readFileSync('site/telephone/testdata/numbers.json', 'utf8'),
);

describe('a phone number', () => {
  it.each(cases)('"$typed" is $number', ({ typed, number }) => {
    expect(phoneNumber(typed) ?? null).toBe(number);
  });

  it('is only trimmed if it is none', () => {
    expect(normalisePhone(' call my shop ')).toBe('call my shop');
  });
});

describe('a WhatsApp link', () => {
  it.each(['+212 6 12 34 56 78', '0612345678', '00212612345678', '+212 (0)612345678'])(
    'of %s has the digits with the country code only',
    (typed) => {
      expect(whatsappLink(typed, 'Hi & welcome')).toBe(
        'https://wa.me/212612345678?text=Hi%20%26%20welcome',
      );
    },
  );

  it.each(['', '1234', '0000000000'])('of "%s" does not exist', (typed) => {
    expect(whatsappLink(typed, 'Hi')).toBeUndefined();
  });
});
