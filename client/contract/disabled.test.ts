import { describe, expect, it } from 'vitest';
import { as } from './client.ts';

// Features that the server does not have. supabase-js must show the reason: a response that is not JSON
// would become "Unexpected non-whitespace character after JSON".

const email = 'nadia@example.org';
const password = 'a password of the tests';
const auth = () => as('anon').auth;

describe('auth', () => {
  it.each([
    {
      name: 'sign-up',
      call: () => auth().signUp({ email, password }),
      error: {
        status: 422,
        code: 'signup_disabled',
        message: 'Signups not allowed for this instance',
      },
    },
    {
      name: 'an anonymous sign-in',
      call: () => auth().signInAnonymously(),
      error: {
        status: 422,
        code: 'anonymous_provider_disabled',
        message: 'Anonymous sign-ins are disabled',
      },
    },
    {
      name: 'a code by SMS',
      call: () => auth().signInWithOtp({ phone: '212600000000' }),
      error: {
        status: 400,
        code: 'phone_provider_disabled',
        message: 'Unsupported phone provider',
      },
    },
    {
      name: 'single sign-on',
      call: () => auth().signInWithSSO({ domain: 'example.org' }),
      error: { status: 404, code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
    },
    {
      name: 'an invalid code',
      call: () => auth().verifyOtp({ email, token: '123456', type: 'email' }),
      error: { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' },
    },
  ])('refuses $name', async ({ call, error }) => {
    expect((await call()).error).toMatchObject(error);
  });

  it('refuses the page of an OAuth provider', async () => {
    const { data } = await auth().signInWithOAuth({
      provider: 'github',
      options: { skipBrowserRedirect: true },
    });
    const response = await fetch(data.url ?? '');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'Unsupported provider: provider is not enabled',
    });
  });
});
