import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { expeditions } from '@tests/seeds';
import { SummitCard } from './summit-card';

beforeEach(async () => void (await serve(rows([]))));

const badgesOf = (slug: string, badge: string | null) => {
  const expedition = expeditions.find((each) => each.slug === slug);
  if (expedition === undefined) throw new Error(`no ${slug}`);
  show(<SummitCard expedition={{ ...expedition, badge_en: badge }} />);
  return screen.queryAllByText(/Attempt|highest|First/).map((element) => element.textContent);
};

describe('the badges of a summit card', () => {
  it.each([
    { name: 'an attempt without a badge', slug: 'k2', badge: null, want: ['Attempt'] },
    { name: 'an attempt whose badge says so', slug: 'k2', badge: 'Attempt', want: ['Attempt'] },
    {
      name: 'an attempt whose badge says so and more',
      slug: 'k2',
      badge: 'Attempt · 2nd highest',
      want: ['Attempt · 2nd highest'],
    },
    {
      name: 'an attempt whose badge says something else',
      slug: 'k2',
      badge: '2nd highest',
      want: ['Attempt', '2nd highest'],
    },
    { name: 'a summit with a badge', slug: 'lhotse', badge: 'First', want: ['First'] },
    { name: 'a summit without one', slug: 'lhotse', badge: null, want: [] },
  ])('$name', ({ slug, badge, want }) => {
    expect(badgesOf(slug, badge)).toEqual(want);
  });
});

describe('the side of a summit card', () => {
  const sideOf = (slug: string) => {
    const [expedition] = expeditions;
    if (expedition === undefined) throw new Error('no expeditions');
    show(<SummitCard expedition={{ ...expedition, slug }} />);
    return screen.queryByText(/^from the/)?.textContent;
  };

  it('is that of the drawing', () => {
    expect(sideOf('k2')).toBe('from the south');
  });

  it('is not said of a mountain without a shape', () => {
    expect(sideOf('rakaposhi')).toBeUndefined();
  });
});
