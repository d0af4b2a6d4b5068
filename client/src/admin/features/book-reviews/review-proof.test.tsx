import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { rows, serve } from '@tests/page';
import { user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import type { Review } from './review';
import { ReviewProof } from './review-proof';

const id = '00000000-0000-4000-8000-000000000001';
const review: Review = {
  id,
  name: 'Salma',
  rating: 5,
  comment_en: 'Up I went.',
  comment_fr: null,
  comment_ar: null,
  email: null,
  status: 'pending',
  verified: false,
  ordered: false,
  sample: false,
  featured: false,
  display_order: 0,
  purchase_image_url: null,
  reviewer_image_url: null,
  proof_path: id,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};
const answer = (status: number, body: unknown) => () =>
  Promise.resolve(Response.json(body, { status }));

it('shows the file by an address that is made when it is opened', async () => {
  const signedURL = `/object/sign/review-proofs/${id}?token=t`;
  const server = await serve(answer(200, { signedURL }));
  showAdmin(<ReviewProof review={review} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading the picture...');
  const picture = await screen.findByRole('img', { name: 'Proof of purchase of Salma' });
  expect(picture.getAttribute('src')).toContain(`/storage/v1${signedURL}`);
  expect(server.mock.calls[0]?.[0]).toMatch(`/storage/v1/object/sign/review-proofs/${id}`);
});

it('says that the file is gone', async () => {
  await serve(answer(400, { statusCode: '404', error: 'not_found', message: 'Object not found' }));
  showAdmin(<ReviewProof review={review} />);
  await expectText('The picture is no longer there.');
});

it('is loaded again after a failure', async () => {
  const server = await serve(
    answer(400, { statusCode: '403', error: 'Unauthorized', message: 'no' }),
  );
  showAdmin(<ReviewProof review={review} />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.mockImplementation(answer(200, { signedURL: '/object/sign/a?token=t' }));
  await user.click(again);
  expect(await screen.findByRole('img')).toBeVisible();
});

it('shows the address of an older review, and says that there is none', async () => {
  const server = await serve(rows([]));
  showAdmin(<ReviewProof review={{ ...review, proof_path: null, purchase_image_url: '/a.jpg' }} />);
  expect(screen.getByRole('img').getAttribute('src')).toBe('/a.jpg');
  showAdmin(<ReviewProof review={{ ...review, proof_path: null }} />);
  expect(screen.getByText('The reader sent none.')).toBeVisible();
  expect(server).not.toHaveBeenCalled();
});
