import { createClient } from '@supabase/supabase-js';
import { guardedFetch } from './guarded-fetch';
import type { Database } from './database';

/** The one client of the page: it speaks to the origin that served the page. */
export const connect = (key: string) =>
  createClient<Database>(window.location.origin, key, { global: { fetch: guardedFetch } });

export type Supabase = ReturnType<typeof connect>;
