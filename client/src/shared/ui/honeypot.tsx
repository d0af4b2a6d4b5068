import { useEffect, useRef } from 'react';
import { useTranslation } from '@/shared/i18n';

const fieldName = 'website';
const minimumFillMs = 1500;

/** A honeypot: a hidden form field that only bots fill in. */
export function Honeypot() {
  const { t } = useTranslation();
  return (
    <div aria-hidden="true" className="absolute size-px overflow-hidden opacity-0">
      <label>
        {t('honeypot')}
        <input name={fieldName} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** Whether the honeypot was filled in. Such a form is thanked and not sent. */
export const isHoneypotFilled = (data: FormData): boolean => (data.get(fieldName) ?? '') !== '';

/**
 * Delays a submission until the form has been on the page for 1.5 s. A bot is faster; a user with
 * autocomplete waits for the rest of the time.
 */
export function useMinSubmitTime(): () => Promise<void> {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
  }, []);
  return () => {
    const remaining = shownAt.current + minimumFillMs - Date.now();
    return remaining <= 0
      ? Promise.resolve()
      : new Promise((resolve) => setTimeout(resolve, remaining));
  };
}
