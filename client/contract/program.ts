import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
    keys: Record<Role, string>;
  }
}

/** Who asks: by the key that the client was made with, as with Supabase's anon and service keys. */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** The one account that tests sign in with. */
export const memberId = '6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11';

export const binary = fileURLToPath(new URL('../../.toubkal/bin/toubkal', import.meta.url));
export const secret = 'a secret of the tests, long enough to sign with';

/** Everything is served, and not the table API alone. */
export const isWhole = process.env['CONTRACT'] === 'whole';

/** The real program on the database that `make test-contract` loaded. */
export default async function startProgram(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toubkal-contract-'));
  const env = isWhole ? whole(dataDir) : tablesAlone();
  const program = spawn(binary, ['serve'], { env, stdio: 'pipe' });
  const address = await addressOf(program);
  project.provide('address', address);
  const keys = {
    anon: sign({ role: 'anon' }),
    authenticated: sign({ role: 'authenticated', sub: memberId }),
    service_role: sign({ role: 'service_role' }),
  };
  project.provide('keys', keys);
  if (isWhole) {
    await openRooms(address, keys.service_role);
    await live(address, keys.service_role);
  }
  return async () => {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true });
  };
}

/** In PostgREST's place. */
function tablesAlone(): NodeJS.ProcessEnv {
  return {
    ...shared(),
    SERVICES: 'rest',
    AUTO_MIGRATE: 'false',
    DATABASE_URL: databaseURL().replace(/\/\/[^@]*@/, '//authenticator:authenticator@'),
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_JWT_SECRET: secret,
  };
}

/** With sign-in, functions and the site, whose tables then stand beside those of the contract. */
function whole(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...shared(),
    DATABASE_URL: databaseURL(),
    TOUBKAL_DATA_DIR: dataDir,
    GOTRUE_JWT_SECRET: secret,
  };
}

const shared = () => ({
  ...process.env,
  PORT: '0',
  LOG_LEVEL: 'crit',
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

/** Waits for the address, which is in what the program prints. */
export function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (text: Buffer) => {
      said += text.toString();
      const [address] = /http:\/\/\S+:\d+/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    program.stdout?.on('data', listen);
    program.stderr?.on('data', (text: Buffer) => console.error(text.toString()));
    program.once('error', reject);
    program.once('exit', () => reject(new Error(`the program ended: ${said}`)));
  });
}

/** Policies of private channels, on a table that only the running program has made. */
async function openRooms(address: string, apikey: string): Promise<void> {
  const headers = { apikey, Authorization: `Bearer ${apikey}` };
  const response = await fetch(`${address}/rest/v1/rpc/open_rooms`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`open_rooms: ${await response.text()}`);
}

/** Waits until changes of tables are: a join of the oldest client waits 1.5 s for that, and does without then. */
export async function live(address: string, apikey: string): Promise<void> {
  const headers = { apikey, Authorization: `Bearer ${apikey}` };
  const response = await fetch(`${address}/realtime/v1/api/subscriptions`, { headers });
  if ((await response.text()).includes('"stream":{"live":true')) return;
  await setTimeout(50);
  await live(address, apikey);
}

/** A token, good for an hour unless the claims say otherwise. */
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
