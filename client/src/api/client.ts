import { anonKey } from './anon-key';
import type { Supabase } from './supabase';

let connection: Promise<Supabase> | undefined;

/**
 * The supabase client, loaded on first use: its 54 kB must not delay the first paint.
 * One client per page, so there is one sign-in state. A failed load is forgotten and tried again.
 */
export function sb(): Promise<Supabase> {
  connection ??= open();
  return connection;
}

async function open(): Promise<Supabase> {
  try {
    const [{ connect }, key] = await Promise.all([import('./supabase'), anonKey()]);
    return connect(key);
  } catch (error) {
    connection = undefined;
    throw error;
  }
}
