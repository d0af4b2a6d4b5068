import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import type { Review } from './review';
import { averageRating } from './review';
import { ReviewsSection } from './reviews-section';

const review = (id: string, rating: number, comment: Partial<Review>): Review => ({
  id,
  name: `Reader ${id}`,
  rating,
  comment_en: null,
  comment_fr: null,
  comment_ar: null,
  verified: false,
  ordered: false,
  sample: false,
  featured: false,
  ...comment,
});

const section = (
  <ReviewsSection rating={{ average: 4.9, count: 237 }} before={{ average: 4.9, count: 234 }} />
);

describe('the reviews', () => {
  it('request approved reviews in the owner’s order, with a loading state', async () => {
    const server = await serve(rows([]));
    show(section);
    expect(screen.getByText('Loading reviews...')).toBeVisible();
    await expectText(/No reviews yet/);
    const url = new URL(server.mock.calls[0]?.[0] ?? '');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      select: '*',
      status: 'eq.approved',
      order: 'display_order.asc',
    });
  });

  it('show each comment in an available language, and the average to one decimal', async () => {
    await serve(
      rows([
        review('a', 5, {
          comment_en: 'Read it twice.',
          comment_fr: 'Lu deux fois.',
          verified: true,
          ordered: true,
        }),
        review('b', 4, { comment_ar: 'كتاب صادق.', verified: true }),
        review('c', 5, { comment_fr: 'Sobre et juste.', featured: true }),
        review('d', 1, { comment_en: 'A sample.', sample: true }),
      ]),
    );
    show(section);
    await expectText('Read it twice.');
    expect(screen.queryByText('Lu deux fois.')).not.toBeInTheDocument();
    expect(screen.getByText('كتاب صادق.').closest('blockquote')).toHaveAttribute('dir', 'rtl');
    // Verified without an order behind it: nothing is said.
    expect(screen.getAllByText('Verified purchase')).toHaveLength(1);
    expect(screen.getByText('In French')).toBeVisible();
    expect(screen.getAllByText('My choice')).toHaveLength(1);
    // One figure, and the two that it is made of; a sample counts for nothing.
    expect(screen.getByRole('img', { name: '4.9 out of 5' })).toBeVisible();
    expect(screen.getByText('4.9 from 234 ratings before this site')).toBeVisible();
    expect(screen.getByText('4.7 from 3 reviews written here')).toBeVisible();
  });

  it('show a failure with a retry button', async () => {
    const server = await serve(refused(400, 'PGRST100', 'no'));
    show(section);
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
    server.mockImplementation(rows([review('a', 5, { comment_en: 'Here after all.' })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectText('Here after all.');
  });

  it('filter by rating, and show all again', async () => {
    await serve(
      rows([review('a', 5, { comment_en: 'Five.' }), review('b', 4, { comment_en: 'Four.' })]),
    );
    show(section);
    await user.click(await screen.findByRole('button', { name: '4 stars: 1 review' }));
    expect(screen.queryByText('Five.')).not.toBeInTheDocument();
    expect(screen.getByText('Four.')).toBeVisible();
    expect(screen.getByRole('button', { name: '3 stars: 0 reviews' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'All reviews' }));
    expect(screen.getByText('Five.')).toBeVisible();
  });
});

describe('averageRating', () => {
  it.each([
    { ratings: [], want: undefined },
    { ratings: [4], want: 4 },
    { ratings: [5, 5, 4], want: 4.7 },
    { ratings: [1, 2], want: 1.5 },
  ])('of $ratings is $want', ({ ratings, want }) => {
    expect(averageRating(ratings)).toBe(want);
  });
});
