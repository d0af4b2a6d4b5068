import { createClient } from '@supabase/supabase-js';
import { fetchWithSession } from './session-fetch';
import type { Database } from './database';

/** Creates the client of the page, for the origin that served the page. */
export const connect = (key: string) =>
  createClient<Database>(window.location.origin, key, { global: { fetch: fetchWithSession } });

export type Supabase = ReturnType<typeof connect>;
