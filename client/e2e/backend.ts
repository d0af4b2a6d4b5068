import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../src/api/database';

export type Backend = SupabaseClient<Database>;
export type Role = 'stranger' | 'admin' | 'super_admin';
export type Account = { email: string; password: string };

const forgetful = { persistSession: false, autoRefreshToken: false };

/** The stock supabase-js as the server itself: no policy stands in its way. */
export async function serviceClient(baseURL: string): Promise<Backend> {
  const file = join(process.env['E2E_DATA_DIR'] ?? '', 'keys/service-key');
  const key = (await readFile(file, 'utf8')).trim();
  return createClient<Database>(baseURL, key, { auth: forgetful });
}

/** The stock supabase-js as any visitor has it, with the key that the site gives away. */
export async function visitorClient(baseURL: string): Promise<Backend> {
  return createClient<Database>(baseURL, await anonKey(baseURL), { auth: forgetful });
}

async function anonKey(baseURL: string): Promise<string> {
  const response = await fetch(`${baseURL}/config.json`);
  const config: unknown = await response.json();
  if (typeof config === 'object' && config !== null && 'anonKey' in config) {
    return String(config.anonKey);
  }
  throw new Error('config.json carries no anonKey');
}

/** Makes an account of its own for one test, with the admin record that the role asks for. */
export async function makeAccount(
  service: Backend,
  role: Role,
  metadata: object = {},
): Promise<Account> {
  const account = {
    email: `${role}-${randomUUID()}@example.org`,
    password: `pass-${randomUUID()}`,
  };
  const { data, error } = await service.auth.admin.createUser({
    ...account,
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

/** What supabase-js would keep in a browser's storage after this sign-in. */
export async function storedSession(baseURL: string, account: Account) {
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
  return [...kept].map(([name, value]) => ({ name, value }));
}

/** An order as the public form makes it; the name tells one test's orders from another's. */
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
