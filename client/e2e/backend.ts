import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../src/shared/api/database';

export type Backend = SupabaseClient<Database>;
export type Role = 'stranger' | 'admin' | 'super_admin';
export type Account = { email: string; password: string };

const noSession = { persistSession: false, autoRefreshToken: false };

/** supabase-js with the service key, which bypasses row-level security. */
export async function serviceClient(
  baseURL: string,
  dataDir = process.env['E2E_DATA_DIR'] ?? '',
): Promise<Backend> {
  const file = join(dataDir, 'keys/service-key');
  const key = (await readFile(file, 'utf8')).trim();
  return createClient<Database>(baseURL, key, { auth: noSession });
}

/** supabase-js with the anon key. */
export async function anonClient(baseURL: string): Promise<Backend> {
  return createClient<Database>(baseURL, await anonKey(baseURL), { auth: noSession });
}

async function anonKey(baseURL: string): Promise<string> {
  const response = await fetch(`${baseURL}/config.json`);
  const config: unknown = await response.json();
  if (typeof config === 'object' && config !== null && 'anonKey' in config) {
    return String(config.anonKey);
  }
  throw new Error('config.json carries no anonKey');
}

/** The password of all accounts, and its bcrypt hash of the lowest cost: cost 10 takes 60 ms at creation and at sign-in. */
const password = 'a-password-of-the-flows';
const passwordHash = '$2a$04$hiuFid21ojwkXrllh4.jiOEDJH0dSSbEy0HyOxien1vHa4tYiWKCC';

/** Creates an account for one test, with an admin record for an admin role. */
export async function makeAccount(
  service: Backend,
  role: Role,
  metadata: object = {},
): Promise<Account> {
  const account = { email: `${role}-${randomUUID()}@example.org`, password };
  const { data, error } = await service.auth.admin.createUser({
    email: account.email,
    password_hash: passwordHash,
    email_confirm: true,
    user_metadata: metadata,
  });
  if (error !== null) throw error;
  if (role !== 'stranger') {
    const { email } = account;
    await service
      .from('admin_users')
      .insert({ auth_user_id: data.user.id, email, role })
      .throwOnError();
  }
  return account;
}

/** The storage state of a browser in which an account is signed in. */
export async function storageStateOf(baseURL: string, account: Account) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const client = createClient(baseURL, await anonKey(baseURL), {
    auth: { storage, persistSession: true, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword(account);
  if (error !== null) throw error;
  const localStorage = [...kept].map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: baseURL, localStorage }] };
}

/** Inserts an order like the public form; each test has its own buyer name. */
export async function makeOrder(service: Backend, buyer: string, at = new Date(), city = 'Rabat') {
  const { data } = await service
    .from('book_orders')
    .insert({
      order_number: `BO${randomInt(1e13, 1e14)}`,
      buyer_name: buyer,
      buyer_email: 'buyer@example.org',
      buyer_phone: '+212612345678',
      shipping_address: '12, rue Ibn Sina',
      shipping_city: city,
      total_amount: 279,
      created_at: at.toISOString(),
    })
    .select()
    .single()
    .throwOnError();
  return data;
}
