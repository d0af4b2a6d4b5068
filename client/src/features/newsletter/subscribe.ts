import { anonKey } from '../../api/client';
import type { Language } from '../../i18n/language';

/**
 * Requests the confirmation e-mail of a subscription. Idempotent by address. The form does not wait for
 * it, so a failure is only logged. Uses fetch with `keepalive` instead of supabase-js, so that the
 * request survives leaving the page.
 */
export async function subscribe(email: string, language: Language): Promise<void> {
  try {
    const response = await fetch(new URL('/functions/v1/subscribe', window.location.origin), {
      method: 'POST',
      keepalive: true,
      headers: {
        apikey: await anonKey(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email, language }),
    });
    if (!response.ok) console.error('newsletter', response.status);
  } catch (error) {
    console.error('newsletter', error);
  }
}
