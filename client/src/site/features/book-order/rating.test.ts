import { describe, expect, it } from 'vitest';
import { mergedRating } from './rating';

const note = { en: 'before', fr: 'avant', ar: 'من قبل' };

describe('mergedRating', () => {
  it('merges the baseline with the reviews', () => {
    expect(mergedRating({ average: 4, count: 2, note }, [5, 5])).toEqual({
      average: 4.5,
      count: 4,
      note,
    });
  });

  it('is the baseline without reviews', () => {
    const before = { average: 4.9, count: 234, note };
    expect(mergedRating(before, [])).toMatchObject({ average: 4.9, count: 234, note });
  });

  it('is the reviews alone, without the note, if the baseline is empty', () => {
    expect(mergedRating({ average: 4.9, count: 0, note }, [4, 5])).toEqual({
      average: 4.5,
      count: 2,
      note: null,
    });
  });

  it('is empty without baseline and reviews', () => {
    expect(mergedRating({ average: 4.9, count: 0, note }, []).count).toBe(0);
  });
});
