import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directionOf, rememberLanguage, resolveLanguage, visitLanguage } from './language';

describe('resolveLanguage', () => {
  const cases = [
    { name: 'the address comes first', query: 'ar', stored: 'fr', want: 'ar' },
    { name: 'the stored choice comes second', query: null, stored: 'fr', want: 'fr' },
    {
      name: 'an unknown address falls back to the stored choice',
      query: 'de',
      stored: 'ar',
      want: 'ar',
    },
    { name: 'case matters', query: 'FR', stored: null, want: 'en' },
    { name: 'an unknown stored value is English', query: null, stored: 'es', want: 'en' },
    { name: 'nothing is English', query: null, stored: null, want: 'en' },
  ];
  it.each(cases)('$name', ({ query, stored, want }) => {
    expect(resolveLanguage(query, stored)).toBe(want);
  });
});

describe('a visit', () => {
  beforeEach(() => {
    localStorage.clear();
    history.replaceState(null, '', '/book?page=2');
  });
  afterEach(() => history.replaceState(null, '', '/'));

  it('stores the language, and sets cookie and address', () => {
    rememberLanguage('ar');
    expect(localStorage.getItem('lang')).toBe('ar');
    expect(document.cookie).toContain('lang=ar');
    expect(location.search).toBe('?page=2&lang=ar');
  });

  it('restores the choice on the next visit; the address takes precedence', () => {
    rememberLanguage('fr');
    history.replaceState(null, '', '/');
    expect(visitLanguage()).toBe('fr');
    history.replaceState(null, '', '/?lang=en');
    expect(visitLanguage()).toBe('en');
  });

  it('has one right-to-left language', () => {
    expect([directionOf('en'), directionOf('fr'), directionOf('ar')]).toEqual([
      'ltr',
      'ltr',
      'rtl',
    ]);
  });
});
