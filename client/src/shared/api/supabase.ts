import { createClient } from '@supabase/supabase-js';
import { fetchWithSession } from './session-fetch';
import type { Database } from './database';

/** Creates the client of the page, for the origin that served the page. */
export function connect(key: string) {
  const client = createClient<Database>(window.location.origin, key, {
    auth: { experimental: { recoveryCodes: true } },
    global: { fetch: fetchWithSession },
  });
  // supabase-js tells realtime of new tokens, except of the one that follows a second factor: it would go on
  // with the rights of the password alone.
  client.auth.onAuthStateChange((event, session) => {
    if (event === 'MFA_CHALLENGE_VERIFIED') void client.realtime.setAuth(session?.access_token);
  });
  return client;
}

export type Supabase = ReturnType<typeof connect>;
