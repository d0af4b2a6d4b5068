import type { Supabase } from './supabase';

let connection: Promise<Supabase> | undefined;

/**
 * The supabase client. The public site lazy-loads it on first use: it must not delay the first paint.
 * One client per page, so that there is one session state. A failed load is retried by the next call.
 */
export function sb(): Promise<Supabase> {
  connection ??= open();
  return connection;
}

/** The auth client of it. */
export const auth = async (): Promise<Supabase['auth']> => (await sb()).auth;

async function open(): Promise<Supabase> {
  try {
    const [{ connect }, key] = await Promise.all([import('./supabase'), anonKey()]);
    return connect(key);
  } catch (error) {
    connection = undefined;
    throw error;
  }
}

/**
 * The anon key, which supabase-js sends with every request. The Go program writes it into the page as
 * `<meta name="toubkal-anon-key">`; under the Vite server it is read from /config.json.
 * Rejects if neither has it.
 */
export async function anonKey(): Promise<string> {
  return keyInPage() ?? (await keyFromConfig());
}

function keyInPage(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="toubkal-anon-key"]');
  return meta?.content === '' ? undefined : meta?.content;
}

async function keyFromConfig(): Promise<string> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  const config: unknown = await response.json();
  if (hasAnonKey(config)) return config.anonKey;
  throw new Error('config.json has no anonKey');
}

function hasAnonKey(value: unknown): value is { anonKey: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'anonKey' in value &&
    typeof value.anonKey === 'string'
  );
}
