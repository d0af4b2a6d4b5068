import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';
import { inject } from 'vitest';
import type { Role } from './program.ts';
import type { Database } from './schema.gen.ts';

const forgetful = { persistSession: false, autoRefreshToken: false };

/** The stock client, with the row types that `toubkal types` wrote. */
export const as = (
  role: Role,
  options: SupabaseClientOptions<'public'> = {},
): SupabaseClient<Database> =>
  createClient<Database>(inject('address'), inject('keys')[role], { auth: forgetful, ...options });

/** The same for questions that types do not know: names that do not exist, and what is ours alone. */
export const untyped = (role: Role, options: SupabaseClientOptions<string> = {}) =>
  createClient(inject('address'), inject('keys')[role], { auth: forgetful, ...options });
