import { expect, inject, it } from 'vitest';
import { untyped } from './client.ts';

it('getClaims() verifies with the public keys alone', async () => {
  const user = { email: 'claims@example.test', password: 'a sound one' };
  const { error: refused } = await untyped('service_role').auth.admin.createUser({
    ...user,
    email_confirm: true,
  });
  expect(refused).toBeNull();
  const asked: string[] = [];
  const client = untyped('anon', {
    global: {
      fetch: (input, init) => {
        asked.push(
          (input instanceof Request ? input.url : input.toString()).replace(inject('address'), ''),
        );
        return fetch(input, init);
      },
    },
  });
  await client.auth.signInWithPassword(user);
  const { data, error } = await client.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.header.alg).toBe('ES256');
  expect(data?.claims).toMatchObject({ email: user.email, role: 'authenticated' });
  await client.auth.getClaims();
  expect(asked).toEqual(['/auth/v1/token?grant_type=password', '/auth/v1/.well-known/jwks.json']);
});

it('getClaims() refuses a token that another key has signed', async () => {
  const client = untyped('anon');
  const user = { email: 'forged@example.test', password: 'a sound one' };
  await untyped('service_role').auth.admin.createUser({ ...user, email_confirm: true });
  const { data } = await client.auth.signInWithPassword(user);
  const [head, body, signature] = (data.session?.access_token ?? '').split('.');
  const forged = `${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`;
  const { error } = await client.auth.getClaims(`${head}.${body}.${forged}`);
  expect(error?.message).toBe('Invalid JWT signature');
});
