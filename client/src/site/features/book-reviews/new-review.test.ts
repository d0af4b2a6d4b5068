import { describe, expect, it } from 'vitest';
import { reviewOf } from './new-review';

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe('reviewOf', () => {
  it('puts the comment into the column of the language, and is pending', () => {
    const data = form({ name: ' Amal ', email: 'a@b.c', rating: '3', comment: 'كتاب صادق.' });
    expect(reviewOf(data, { id: 'id-1' }, 'ar')).toEqual({
      id: 'id-1',
      name: 'Amal',
      email: 'a@b.c',
      rating: 3,
      comment_en: null,
      comment_fr: null,
      comment_ar: 'كتاب صادق.',
      status: 'pending',
      verified: false,
      featured: false,
    });
  });

  it('names its proof, whose path is the id of the review', () => {
    const file = { body: new Blob(['x']), name: 'a.jpg', type: 'image/jpeg' };
    const review = reviewOf(form({ name: 'A', comment: 'B' }), { id: 'id-1', file }, 'en');
    expect(review.proof_path).toBe('id-1');
  });

  it.each(['', '0', '6', 'x'])('defaults to five stars for "%s"', (rating) => {
    const review = reviewOf(form({ name: 'A', comment: 'B', rating }), { id: 'id' }, 'en');
    expect(review).toMatchObject({ rating: 5, email: null, comment_en: 'B' });
  });
});
