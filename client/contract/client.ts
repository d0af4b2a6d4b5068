import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';
import { inject } from 'vitest';
import type { Role } from './program.ts';
import type { Database } from './schema.gen.ts';

const noSession = { persistSession: false, autoRefreshToken: false };

/** supabase-js with the types that `toubkal types` generates. */
export const as = (
  role: Role,
  options: SupabaseClientOptions<'public'> = {},
): SupabaseClient<Database> =>
  createClient<Database>(inject('address'), inject('keys')[role], { auth: noSession, ...options });

/** The same without types: for names that do not exist, and for extensions. */
export const untyped = (role: Role, options: SupabaseClientOptions<string> = {}) =>
  createClient(inject('address'), inject('keys')[role], { auth: noSession, ...options });
