import { anonKey } from '../../api/client';
import type { Language } from '../../i18n/language';

/**
 * Asks for the letter that confirms the subscription. The reader has been thanked already and never
 * waits for it, so a failure is only logged; an address that subscribes twice is one row. The one call without supabase-js: it
 * goes on when the reader leaves the page at once.
 */
export async function subscribe(email: string, language: Language): Promise<void> {
  try {
    const answer = await fetch(new URL('/functions/v1/subscribe', window.location.origin), {
      method: 'POST',
      keepalive: true,
      headers: {
        apikey: await anonKey(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email, language }),
    });
    if (!answer.ok) console.error('newsletter', answer.status);
  } catch (error) {
    console.error('newsletter', error);
  }
}
