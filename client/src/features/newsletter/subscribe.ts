import { sb } from '../../api/client';
import type { Language } from '../../i18n/language';

/**
 * Writes the subscription. The reader has been thanked already and never waits for it, so a failure
 * is only logged; an address that subscribes twice is one row (23505 is no failure).
 */
export async function subscribe(email: string, language: Language): Promise<void> {
  try {
    const client = await sb();
    const { error } = await client.from('newsletter_subscribers').insert({ email, language });
    if (error !== null && error.code !== '23505') console.error('newsletter', error.message);
  } catch (error) {
    console.error('newsletter', error);
  }
}
