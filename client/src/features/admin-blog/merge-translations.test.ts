import { describe, expect, it } from 'vitest';
import { mergeTranslations } from './merge-translations';
import { emptyValues, type PostValues } from './post-values';

const base: PostValues = {
  ...emptyValues(),
  title_en: 'A night',
  title_fr: 'Une nuit',
  content_en: '<p>So.</p>',
};

describe('two people’s changes', () => {
  it('of different fields are both kept', () => {
    const ours = { ...base, title_en: 'A long night' };
    const theirs = { ...base, title_fr: 'Une longue nuit', status: 'published' as const };
    expect(mergeTranslations(base, ours, theirs)).toEqual({
      words: {
        ...base,
        title_en: 'A long night',
        title_fr: 'Une longue nuit',
        status: 'published',
      },
      conflicts: [],
    });
  });

  it('of one field clash, and ours stand until it is settled', () => {
    const ours = { ...base, title_en: 'Ours' };
    const { words, conflicts } = mergeTranslations(base, ours, { ...base, title_en: 'Theirs' });
    expect(words.title_en).toBe('Ours');
    expect(conflicts).toEqual(['title_en']);
  });

  it('to the same words are no clash', () => {
    const both = { ...base, title_en: 'The same' };
    expect(mergeTranslations(base, both, { ...both }).conflicts).toEqual([]);
  });

  it('are compared as they are read: the server spells HTML its own way', () => {
    const spelled = { ...base, content_en: '<p>So.</p>\n' };
    const ours = { ...base, content_en: '<p>So, &amp; on.</p>' };
    expect(mergeTranslations(base, ours, spelled)).toMatchObject({ words: ours, conflicts: [] });
  });
});
