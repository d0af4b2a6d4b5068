import { describe, expect, it } from 'vitest';
import { expeditions } from '@tests/seeds';
import {
  attemptKey,
  climbedAgain,
  continentKey,
  neighboursOf,
  routeOf,
  type Achievement,
} from './achievement';

function peak(slug: string): Achievement {
  const found = expeditions.find((row) => row.slug === slug);
  if (found === undefined) throw new Error(`no ${slug}`);
  return found;
}

describe('an achievement', () => {
  it('has a message key for each continent', () => {
    expect(expeditions.filter(({ continent }) => continentKey(continent) === undefined)).toEqual(
      [],
    );
    expect(continentKey('Zealandia')).toBeUndefined();
    expect(continentKey('constructor')).toBeUndefined();
  });

  it('has its route in the language, else in English', () => {
    const own = { ...peak('k2'), route: 'A', route_fr: 'B', route_ar: '' };
    expect(routeOf(own, 'fr')).toEqual({ text: 'B', lang: 'fr', dir: 'ltr' });
    expect(routeOf(own, 'ar')).toEqual({ text: 'A', lang: 'en', dir: 'ltr' });
  });

  it('has the second ascent of Mont Blanc, and the reason for Manaslu', () => {
    expect([climbedAgain('mont-blanc'), climbedAgain('everest')]).toEqual([2016, undefined]);
    expect(attemptKey('manaslu')).toBe('achievement.avalanche');
    expect(attemptKey('k2')).toBe('achievement.attempt');
  });
});

describe('neighboursOf', () => {
  const all = ['a', 'b', 'c'].map((slug) => ({ slug }));
  it.each([
    ['a', ['c', 'b']],
    ['b', ['a', 'c']],
    ['c', ['b', 'a']],
  ])('of %s wrap at both ends', (slug, want) => {
    expect(neighboursOf(all, slug)?.map((each) => each.slug)).toEqual(want);
  });

  it('are none in a list of one, or of an unknown one', () => {
    expect(neighboursOf([{ slug: 'a' }], 'a')).toBeUndefined();
    expect(neighboursOf(all, 'x')).toBeUndefined();
  });
});
