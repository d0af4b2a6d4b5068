import { useId, useRef } from 'react';
import { anonKey } from '@/shared/api/client';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { Button } from '@/shared/ui/button';
import { textOf } from '@/shared/ui/form-text';
import { Honeypot, isHoneypotFilled } from '@/shared/ui/honeypot';
import { useSubmission } from '@/shared/ui/use-submission';

const outcome = { successMs: 3000, errorMs: 3000 };

/** Optimistic: thanks at once and clears the field. Without `synced` (a setting) nothing is sent. */
export function NewsletterForm({ synced }: { synced: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { state, submit } = useSubmission(outcome);
  const send = async (data: FormData) => {
    const email = textOf(data, 'email').toLowerCase();
    await submit(() => Promise.resolve());
    form.current?.reset();
    if (synced && !isHoneypotFilled(data)) void subscribe(email, language);
  };
  return (
    <form
      method="dialog"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <label htmlFor={id} className="display block text-title">
        {t('footer.newsletter.title')}
      </label>
      <div className="mt-4 flex max-w-md flex-wrap lg:max-w-none border-b border-edge focus-within:border-accent">
        <input
          id={id}
          name="email"
          type="email"
          required
          autoComplete="email"
          placeholder={t('footer.newsletter.email')}
          className="min-h-12 min-w-0 grow basis-40 bg-transparent px-1 placeholder:text-faint"
        />
        <Button type="submit" className="min-h-12">
          {t('footer.newsletter.submit')}
        </Button>
      </div>
      <Honeypot />
      <p role="status" className="mt-3 min-h-7 text-small text-muted">
        {state === 'success' ? (
          <span className="text-good">{t('footer.newsletter.success')}</span>
        ) : (
          t('footer.newsletter.consent')
        )}
      </p>
    </form>
  );
}

/**
 * Requests the confirmation e-mail of a subscription. Idempotent by address. The form does not wait for
 * it, so a failure is only logged. Uses fetch with `keepalive` instead of supabase-js, so that the
 * request survives leaving the page.
 */
async function subscribe(email: string, language: Language): Promise<void> {
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
