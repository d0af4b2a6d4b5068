import { useEffect, useRef } from 'react';

const trapName = 'website';
const minimumFillMs = 1500;

/** A field that people neither see nor reach; programs fill it in. Put it inside the form. */
export function Honeypot({ label }: { label: string }) {
  return (
    <div aria-hidden="true" className="absolute size-px overflow-hidden opacity-0">
      <label>
        {label}
        <input name={trapName} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** Whether the trap was filled in. Such a form is thanked and thrown away. */
export const isHoneypotFilled = (data: FormData): boolean => (data.get(trapName) ?? '') !== '';

/**
 * Holds a form back until it has been on the page for 1.5 s: nobody fills it in faster, and who
 * has help from the browser only waits for the rest of the time.
 */
export function useMinSubmitTime(): () => Promise<void> {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
  }, []);
  return () => {
    const rest = shownAt.current + minimumFillMs - Date.now();
    return rest <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, rest));
  };
}
