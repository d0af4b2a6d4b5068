import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentOffer, endOffer, offerFor } from './offer';

beforeEach(() => localStorage.clear());

describe('offerFor', () => {
  it.each([
    { accepted: ['fr-FR', 'en-US'], want: 'fr' },
    { accepted: ['ar-MA', 'fr'], want: 'ar' },
    { accepted: ['de', 'FR-ca'], want: 'fr' },
    { accepted: ['en-GB', 'fr'], want: undefined },
    { accepted: ['de', 'es'], want: undefined },
    { accepted: [], want: undefined },
  ])('of $accepted is $want', ({ accepted, want }) => {
    expect(offerFor(accepted)).toBe(want);
  });
});

describe('an offer', () => {
  it('is made with the default language, and stays on the next pages', () => {
    expect(currentOffer(true, ['fr'])).toBe('fr');
    expect(currentOffer(false, ['fr'])).toBe('fr');
  });

  it('is not made after a link in English', () => {
    expect(currentOffer(false, ['fr'])).toBeUndefined();
  });

  it('does not return after it was dismissed', () => {
    currentOffer(true, ['fr']);
    endOffer();
    expect(currentOffer(true, ['fr'])).toBeUndefined();
  });

  it('is not made without storage', () => {
    const closed = () => {
      throw new DOMException('closed');
    };
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed });
    expect(currentOffer(true, ['fr'])).toBeUndefined();
  });
});
