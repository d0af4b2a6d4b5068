import { createHash } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { as } from './client.ts';
import { providerUser } from './oidc-provider.ts';

// Sign-in at a provider of OpenID Connect. Accounts are made by an administrator: sign-up is by invitation.

const password = 'a password of the tests';
const provider = 'keycloak';
const redirectTo = `${inject('address')}/signed-in`;

const client = (flowType: 'pkce' | 'implicit') =>
  createClient(inject('address'), inject('keys').anon, {
    auth: { persistSession: false, autoRefreshToken: false, flowType },
  });

/** Follows an address as a browser does, with cookies, to the application. */
async function browse(address: string | null | undefined): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(address ?? '');
  while (!at.href.startsWith(redirectTo)) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    const to = response.headers.get('Location');
    if (to === null) throw new Error(`${at.pathname}: ${response.status} ${await response.text()}`);
    at = new URL(to, at);
  }
  return at;
}

async function freshUser(email: string): Promise<void> {
  const { admin } = as('service_role').auth;
  const { data } = await admin.listUsers();
  for (const user of data.users)
    if (user.email === email || user.email === providerUser.email) await admin.deleteUser(user.id);
  const { error } = await admin.createUser({ email, password, email_confirm: true });
  expect(error).toBeNull();
}

describe('sign-in at a provider', () => {
  beforeAll(() => freshUser(providerUser.email));

  it('gives a code, and for it a session with the tokens of the provider', async () => {
    const { auth } = client('pkce');
    const begun = await auth.signInWithOAuth({
      provider,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const back = await browse(begun.data.url);
    const { data, error } = await auth.exchangeCodeForSession(back.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.session?.provider_token).toBe('of the provider');
    expect(data.user?.email).toBe(providerUser.email);
    expect(data.user?.app_metadata['providers']).toEqual(['email', provider]);
  });

  it('gives a session in the fragment without PKCE', async () => {
    const { auth } = client('implicit');
    const begun = await auth.signInWithOAuth({
      provider,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const given = new URLSearchParams((await browse(begun.data.url)).hash.slice(1));
    const { data, error } = await auth.setSession({
      access_token: given.get('access_token') ?? '',
      refresh_token: given.get('refresh_token') ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(providerUser.email);
  });

  it('takes an ID token, with the nonce or its hash in it', async () => {
    const nonce = 'a nonce';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    for (const inToken of [nonce, hashed]) {
      const response = await fetch(
        `${inject('issuer')}/id-token?nonce=${encodeURIComponent(inToken)}`,
      );
      const token = await response.text();
      const { data, error } = await client('pkce').auth.signInWithIdToken({
        provider,
        token,
        nonce,
      });
      expect(error).toBeNull();
      expect(data.user?.email).toBe(providerUser.email);
      const refused = await client('pkce').auth.signInWithIdToken({
        provider,
        token,
        nonce: 'another',
      });
      expect(refused.error).toMatchObject({ status: 400, code: 'validation_failed' });
    }
  });
});

describe('identities', () => {
  const email = 'nora@example.org';

  it.each(['pkce', 'implicit'] as const)('are linked and unlinked: %s', async (flowType) => {
    await freshUser(email);
    const { auth } = client(flowType);
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull();
    const begun = await auth.linkIdentity({
      provider,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    expect(begun.error).toBeNull();
    const back = await browse(begun.data.url);
    const code = back.searchParams.get('code');
    expect(code !== null).toBe(flowType === 'pkce');
    const refused = code === null ? null : (await auth.exchangeCodeForSession(code)).error;
    expect(refused).toBeNull();
    const { data } = await auth.getUserIdentities();
    expect(data?.identities.map((each) => each.provider)).toEqual(['email', provider]);
    const linked = data?.identities.find((each) => each.provider === provider);
    if (linked === undefined) throw new Error('the identity is not linked');
    expect((await auth.unlinkIdentity(linked)).error).toBeNull();
    const left = (await auth.getUserIdentities()).data?.identities;
    expect(left?.map((each) => each.provider)).toEqual(['email']);
    const last = left?.[0];
    if (last === undefined) throw new Error('no identity is left');
    expect((await auth.unlinkIdentity(last)).error).toMatchObject({
      code: 'single_identity_not_deletable',
    });
  });
});

describe('providers that are added at run time', () => {
  const params = {
    provider_type: 'oauth2',
    identifier: 'custom:forge',
    name: 'Forge',
    client_id: 'contract',
    client_secret: 'a secret of the forge',
    authorization_url: 'https://forge.example.org/authorize',
    token_url: 'https://forge.example.org/token',
    userinfo_url: 'https://forge.example.org/user',
  } as const;

  it('are used at once, changed and removed', async () => {
    const { customProviders } = as('service_role').auth.admin;
    await customProviders.deleteProvider(params.identifier);
    const made = await customProviders.createProvider(params);
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ identifier: params.identifier, enabled: true });
    expect(made.data).not.toHaveProperty('client_secret');
    const { data } = await client('pkce').auth.signInWithOAuth({
      provider: params.identifier,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const begin = () => fetch(data.url ?? '', { redirect: 'manual' });
    const to = new URL((await begin()).headers.get('Location') ?? '');
    expect(to.origin + to.pathname).toBe(params.authorization_url);
    expect(to.searchParams.get('code_challenge_method')).toBe('S256');
    const changed = await customProviders.updateProvider(params.identifier, { enabled: false });
    expect(changed.data).toMatchObject({ enabled: false, name: params.name });
    expect((await begin()).status).toBe(400);
    const listed = await customProviders.listProviders({ type: 'oauth2' });
    expect(listed.data.providers.map((each) => each.identifier)).toEqual([params.identifier]);
    expect((await customProviders.deleteProvider(params.identifier)).error).toBeNull();
    const gone = await customProviders.getProvider(params.identifier);
    expect(gone.error).toMatchObject({ status: 404, code: 'custom_provider_not_found' });
  });

  it('cannot lead to internal addresses, and are for the service key alone', async () => {
    const { customProviders } = as('service_role').auth.admin;
    const internal = { ...params, token_url: 'https://169.254.169.254/token' };
    expect((await customProviders.createProvider(internal)).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    const { error } = await as('anon').auth.admin.customProviders.listProviders();
    expect(error).toMatchObject({ status: 403, code: 'not_admin' });
  });
});
