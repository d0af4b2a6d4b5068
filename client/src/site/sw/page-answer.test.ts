import { expect, it } from 'vitest';
import { pageAnswer } from './page-answer';

const answer = (status: number) => Promise.resolve(new Response(null, { status }));
const never = new Promise<Response>(() => {});
const none = Promise.resolve(undefined);

it.each([
  { name: 'the network', network: answer(200), cached: answer(203), expected: 200 },
  { name: 'a page that is not found', network: answer(404), cached: answer(203), expected: 404 },
  {
    name: 'the cache for an error of the server',
    network: answer(503),
    cached: answer(203),
    expected: 203,
  },
  { name: 'the cache for a slow network', network: never, cached: answer(203), expected: 203 },
  {
    name: 'an error of the server without a cache',
    network: answer(503),
    cached: none,
    expected: 503,
  },
])('answers with $name', async ({ network, cached, expected }) => {
  expect((await pageAnswer(network, cached, 10)).status).toBe(expected);
});

it('answers with the cache without a network, and rejects without one', async () => {
  const offline = () => Promise.reject<Response>(new TypeError('Failed to fetch'));
  expect((await pageAnswer(offline(), answer(203), 10)).status).toBe(203);
  await expect(pageAnswer(offline(), none, 10)).rejects.toThrow('Failed to fetch');
});
