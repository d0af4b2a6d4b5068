import { createClient } from '@supabase/supabase-js';
import type { Database } from './schema.gen';

/** The one client of the page: it speaks to the origin that served the page. */
export const connect = (key: string) => createClient<Database>(window.location.origin, key);

export type Supabase = ReturnType<typeof connect>;
