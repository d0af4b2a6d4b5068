import type { SupabaseClient } from '@supabase/supabase-js';
import { connected } from './client';
import { loadAuth } from './deferred-auth';

/** The auth client of the page's supabase client, loaded on first use. Rejects if it does not load. */
export const auth = async (): Promise<SupabaseClient['auth']> => loadAuth(await connected());
