import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { clientId, clientSecret, startProvider } from './oidc-provider.ts';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
    /** The provider of OpenID Connect; only for the whole program. */
    issuer: string;
    keys: Record<Role, string>;
  }
}

/** The role of a client, by its key. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** The id of the user that tests sign in as. */
export const memberId = '6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11';

export const binary = fileURLToPath(new URL('../../.toubkal/bin/toubkal', import.meta.url));
export const secret = 'a secret of the tests, long enough to sign with';

/** The domain of passkeys. */
export const passkeyDomain = 'site.test';

/** The number of a phone to which no message is sent, and the code that it gets. */
export const testPhone = '33612345678';
export const testCode = '654321';

/** Whether all services run, and not only the table API. */
export const isFullServer = process.env['CONTRACT'] === 'whole';

/** Starts the program on the database that `make test-contract` loaded. */
export default async function startProgram(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toubkal-contract-'));
  const provider = await startProvider();
  project.provide('issuer', provider.issuer);
  const env = isFullServer ? whole(dataDir, provider.issuer) : tableApiOnly();
  const program = spawn(binary, ['serve'], { env, stdio: 'pipe' });
  const address = await addressOf(program);
  project.provide('address', address);
  const keys = {
    anon: sign({ role: 'anon' }),
    authenticated: sign({ role: 'authenticated', sub: memberId }),
    service_role: sign({ role: 'service_role' }),
  };
  project.provide('keys', keys);
  if (isFullServer) {
    await call('open_rooms', address, keys.service_role);
    await call('open_buckets', address, keys.service_role);
    await live(address, keys.service_role);
  }
  return async () => {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
    provider.stop();
    await rm(dataDir, { recursive: true });
  };
}

/** Only the table API, configured as PostgREST. */
function tableApiOnly(): NodeJS.ProcessEnv {
  return {
    ...shared(),
    SERVICES: 'rest',
    AUTO_MIGRATE: 'false',
    DATABASE_URL: databaseURL().replace(/\/\/[^@]*@/, '//authenticator:authenticator@'),
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_JWT_SECRET: secret,
  };
}

/** With auth, functions and the site; its tables are added to those of the contract. */
function whole(dataDir: string, issuer: string): NodeJS.ProcessEnv {
  return {
    ...shared(),
    DATABASE_URL: databaseURL(),
    TOUBKAL_DATA_DIR: dataDir,
    GOTRUE_JWT_SECRET: secret,
    GOTRUE_JWT_KEYS: signingKeys(),
    GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
    GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: clientId,
    GOTRUE_EXTERNAL_KEYCLOAK_SECRET: clientSecret,
    GOTRUE_EXTERNAL_KEYCLOAK_URL: issuer,
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
    GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
    GOTRUE_SMS_TEST_OTP: `${testPhone}:${testCode}`,
    GOTRUE_PASSKEY_ENABLED: 'true',
    GOTRUE_WEBAUTHN_RP_ID: passkeyDomain,
    GOTRUE_WEBAUTHN_RP_ORIGINS: `https://${passkeyDomain}`,
  };
}

/** An ES256 key, so that clients verify the tokens of users themselves. */
function signingKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: 'contract',
    alg: 'ES256',
    key_ops: ['sign'],
  };
  return JSON.stringify([key]);
}

const shared = () => ({
  ...process.env,
  PORT: '0',
  LOG_LEVEL: 'crit',
  SHUTDOWN_DELAY: '0',
  TOUBKAL_RATE_LIMIT_WRITES: '0',
  PGRST_DB_SCHEMAS: 'public,personal',
  PGRST_DB_TX_END: 'commit-allow-override',
  PGRST_DB_PLAN_ENABLED: 'true',
  PGRST_DB_AGGREGATES_ENABLED: 'true',
});

export function databaseURL(): string {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('DATABASE_URL is missing: run `make test-contract`');
  return url;
}

/** The address, from the output of the program. */
export function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (text: Buffer) => {
      output += text.toString();
      const [address] = /http:\/\/\S+:\d+/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    };
    program.stdout?.on('data', listen);
    program.stderr?.on('data', (text: Buffer) => console.error(text.toString()));
    program.once('error', reject);
    program.once('exit', () => reject(new Error(`the program ended: ${output}`)));
  });
}

/** Calls a function that creates policies: the running program has created their tables. */
async function call(name: string, address: string, apikey: string): Promise<void> {
  const headers = { apikey, Authorization: `Bearer ${apikey}` };
  const response = await fetch(`${address}/rest/v1/rpc/${name}`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
}

/** Waits until replication is running: a join of the oldest client waits only 1.5 s for it. */
export async function live(address: string, apikey: string): Promise<void> {
  const headers = { apikey, Authorization: `Bearer ${apikey}` };
  const response = await fetch(`${address}/realtime/v1/api/subscriptions`, { headers });
  if ((await response.text()).includes('"stream":{"live":true')) return;
  await setTimeout(50);
  await live(address, apikey);
}

/** A token that is valid for an hour, unless the claims have `exp`. */
export function sign(claims: object): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const encoded = [
    { alg: 'HS256', typ: 'JWT' },
    { exp, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${encoded}.${createHmac('sha256', secret).update(encoded).digest('base64url')}`;
}
