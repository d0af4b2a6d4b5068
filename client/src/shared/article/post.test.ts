import { describe, expect, it } from 'vitest';
import { findPosts, mountainOf, groupByYear, neighboursOf, type PostCard } from './post';

const post = (slug: string, more: Partial<PostCard> = {}): PostCard => ({
  slug,
  title_en: slug,
  title_fr: '',
  title_ar: '',
  excerpt_en: '',
  excerpt_fr: '',
  excerpt_ar: '',
  featured_image_url: null,
  reading_time: 4,
  published_at: '2025-03-12T08:00:00+00:00',
  ...more,
});

const slugs = (posts: PostCard[]) => posts.map(({ slug }) => slug);

describe('a post', () => {
  it('has a mountain as high as the reading time, at most 8,848 m', () => {
    expect(mountainOf(post('a'))).toEqual({ slug: 'a', heightM: 5596 });
    expect(mountainOf(post('b', { reading_time: 60 })).heightM).toBe(8848);
  });
});

describe('a post about a mountain', () => {
  it.each([
    ['A first high summit: Toubkal without hurry', 'toubkal', 4167],
    ['Karakoram: K2 before Everest', 'k2', 8611],
    ['Why Annapurna?', 'annapurna-i', 8091],
    ['The mont blanc', 'mont-blanc', 4810],
    ['Everesting', 'a', 5596],
  ])('"%s" has %s', (title, slug, heightM) => {
    expect(mountainOf(post('a', { title_en: title }))).toEqual({ slug, heightM });
  });
});

describe('groupByYear', () => {
  it('groups by year and keeps the order', () => {
    const posts = [
      post('c', { published_at: '2026-01-02T00:00:00Z' }),
      post('b'),
      post('a', { published_at: '2025-01-01T00:00:00Z' }),
    ];
    expect(groupByYear(posts).map(({ year, posts: all }) => [year, slugs(all)])).toEqual([
      ['2026', ['c']],
      ['2025', ['b', 'a']],
    ]);
  });
});

describe('findPosts', () => {
  const posts = [
    post('back', { title_fr: 'Faire demi-tour', excerpt_ar: 'العودة قرارٌ' }),
    post('first', { title_en: 'A first summit', excerpt_fr: 'L’été, sans corde' }),
  ];

  it.each([
    { query: 'SUMMIT first', language: 'en' as const, want: ['first'] },
    { query: 'ete', language: 'fr' as const, want: ['first'] },
    { query: 'قرار', language: 'ar' as const, want: ['back'] },
    { query: 'demi-tour', language: 'en' as const, want: [] },
    { query: '  ', language: 'en' as const, want: ['back', 'first'] },
  ])('"$query" in $language', ({ query, language, want }) => {
    expect(slugs(findPosts(posts, query, language))).toEqual(want);
  });
});

describe('neighboursOf', () => {
  const posts = [
    post('e', { title_en: 'Avalanche again' }),
    post('d', { title_en: 'Bread' }),
    post('c', { title_en: 'About the avalanche' }),
    post('b', { title_en: 'Water' }),
    post('a', { title_en: 'Ropes' }),
  ];

  it('finds the neighbours, and the most similar posts first', () => {
    const { newer, older, related } = neighboursOf(posts, 'c');
    expect([newer?.slug, older?.slug, slugs(related)]).toEqual(['d', 'b', ['e', 'a']]);
  });

  it('has no neighbour beyond the ends', () => {
    expect(neighboursOf(posts, 'e').newer).toBeUndefined();
    expect(neighboursOf(posts, 'a').older).toBeUndefined();
    expect(neighboursOf(posts, 'unknown').related).toEqual([]);
  });
});
