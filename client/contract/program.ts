import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHmac } from 'node:crypto';
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
const secret = 'a secret of the tests, long enough to sign with';

/** The real program, in PostgREST's place on the database that `make test-contract` loaded. */
export default async function startProgram(project: TestProject): Promise<() => Promise<void>> {
  const program = spawn(binary, ['serve'], { env: environment(), stdio: 'pipe' });
  project.provide('address', await addressOf(program));
  project.provide('keys', {
    anon: sign({ role: 'anon' }),
    authenticated: sign({ role: 'authenticated', sub: memberId }),
    service_role: sign({ role: 'service_role' }),
  });
  return async () => {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  };
}

/** What the program is started with; `toubkal types` describes the database by the same. */
export function environment(): NodeJS.ProcessEnv {
  const database = process.env['DATABASE_URL'];
  if (database === undefined) throw new Error('DATABASE_URL is missing: run `make test-contract`');
  return {
    ...process.env,
    SERVICES: 'rest',
    AUTO_MIGRATE: 'false',
    PORT: '0',
    LOG_LEVEL: 'crit',
    DATABASE_URL: database.replace(/\/\/[^@]*@/, '//authenticator:authenticator@'),
    PGRST_DB_SCHEMAS: 'public,personal',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_JWT_SECRET: secret,
    PGRST_DB_TX_END: 'commit-allow-override',
    PGRST_DB_PLAN_ENABLED: 'true',
    PGRST_DB_AGGREGATES_ENABLED: 'true',
  };
}

/** Waits for the address, which is in what the program prints. */
function addressOf(program: ChildProcess): Promise<string> {
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

function sign(claims: object): string {
  const encoded = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${encoded}.${createHmac('sha256', secret).update(encoded).digest('base64url')}`;
}
