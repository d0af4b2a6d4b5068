import { expect, it } from 'vitest';
import { created, refused, serve } from '@tests/page';
import { insertIdempotent } from './insert-idempotent';
import type { Supabase } from './supabase';

const subscribe = (client: Supabase) =>
  client.from('newsletter_subscribers').insert({ email: 'amal@example.org', language: 'en' });
const taken = (key: string) =>
  refused(409, '23505', `duplicate key value violates unique constraint "${key}"`);

it('writes the row', async () => {
  const server = await serve(created);
  await insertIdempotent(subscribe);
  expect(server).toHaveBeenCalledOnce();
});

it('succeeds if the row exists already', async () => {
  await serve(taken('newsletter_subscribers_pkey'));
  await expect(insertIdempotent(subscribe)).resolves.toBeUndefined();
});

it.each([
  {
    name: 'another row has the value',
    answer: taken('book_orders_order_number_key'),
    kind: 'conflict',
  },
  { name: 'there were too many requests', answer: refused(429, '', 'slow down'), kind: 'tooMany' },
])('fails where $name', async ({ answer, kind }) => {
  await serve(answer);
  await expect(insertIdempotent(subscribe)).rejects.toMatchObject({ kind });
});
