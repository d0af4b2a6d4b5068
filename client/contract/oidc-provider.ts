import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const clientId = 'contract';
export const clientSecret = 'a secret of the provider';

/** The user of the provider, who approves everything. */
export const providerUser = {
  sub: 'provider-user',
  email: 'una@example.org',
  email_verified: true,
};

/** An OpenID Connect provider with one user. GET /id-token?nonce= gives an ID token without a sign-in. */
export async function startProvider(): Promise<{ issuer: string; stop: () => void }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const asked = new Map<string, URLSearchParams>();
  let issuer = '';

  const idToken = (nonce: string | null): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...providerUser };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const head = `${encode({ alg: 'ES256', kid: 'k1' })}.${encode(nonce === null ? claims : { ...claims, nonce })}`;
    const signature = sign('sha256', Buffer.from(head), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${head}.${signature.toString('base64url')}`;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer);
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ['ES256'],
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys':
        return json({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256' }],
        });
      case '/authorize': {
        const code = randomUUID();
        asked.set(code, url.searchParams);
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', code);
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        return response.writeHead(302, { Location: back.href }).end();
      }
      case '/token': {
        const form = new URLSearchParams(await text(request));
        const begun = asked.get(form.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (
          begun?.get('code_challenge') !== challenge ||
          form.get('client_secret') !== clientSecret
        )
          return json({ error: 'invalid_grant' }, 400);
        return json({
          access_token: 'of the provider',
          token_type: 'bearer',
          id_token: idToken(begun.get('nonce')),
        });
      }
      case '/id-token':
        return response.end(idToken(url.searchParams.get('nonce')));
      default:
        return json({}, 404);
    }
  };

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  issuer = `http://127.0.0.1:${portOf(address)}`;
  return { issuer, stop: () => server.close() };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the provider has no port');
  return address.port;
}
